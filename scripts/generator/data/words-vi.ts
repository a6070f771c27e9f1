import { list } from './list.ts'
import type { Words } from './words.ts'

/** In Vietnamese names the surname is in front: `given` holds surname and middle name. */
export const vi: Words = {
  given: list(
    'Nguyễn Văn|Trần Thị|Lê Hoàng|Phạm Minh|Vũ Thị|Đặng Quốc|Bùi Thu|Đỗ Đức|Hồ Thị|Ngô Thanh|Dương Văn|Lý Thị|Phan Anh|Võ Thị|Huỳnh Ngọc|Trịnh Xuân|Ông Nguyễn|Bà Trần',
  ),
  surnames: list(
    'Hùng|Lan|Minh|Hương|Tuấn|Hà|Dũng|Mai|Phương|Thảo|Sơn|Linh|Quân|Yến|Khánh|Trang|Long|Ngọc|Bình|Oanh|Thắng|Vân',
  ),
  streets: list(
    '{n} Nguyễn Trãi|Số {n} đường Láng|{n}/{m} Lê Lợi|Số {n}, phố Huế, quận Hai Bà Trưng|{n} Trần Hưng Đạo, phường {f}|Lô {f}-{n}, KCN Bình Minh|Tầng {f}, số {n} Điện Biên Phủ|{n}A Lý Thường Kiệt|Số {n} ngõ {m} phố Vọng|{n} Cách Mạng Tháng Tám, quận {f}|Thôn {f}, xã Tân Lập|{n} Hai Bà Trưng, phường Bến Nghé, quận 1|Số {n} đường 3 Tháng 2',
  ),
  extras: list('Phòng Kế toán|Tầng {f}|Tòa nhà B|Phòng Mua hàng|Phòng Tài chính|Chi nhánh miền Bắc'),
  trades: list(
    'Thương Mại|Xây Dựng|Điện Máy|Vận Tải|In Ấn|Cơ Khí|Dược Phẩm|Thực Phẩm|Dệt May|Nội Thất|Tư Vấn|Truyền Thông|Tin Học|Ô Tô|Vật Liệu|Nông Sản|Nhựa|Hóa Chất|Kính Mắt|Du Lịch|Năng Lượng|Viễn Thông|Bảo Hiểm|Bao Bì|Thiết Bị|Bất Động Sản|Gốm Sứ|Thủy Sản',
  ),
  places: list(
    'Việt|Đông Á|Sao Mai|Thăng Long|Sông Hồng|Nam Việt|Hoàng Gia|Phương Nam|Ánh Dương|Hòa Bình|Tân Phú|Đại Việt|Minh Khai|Trường Sơn',
  ),
  forms: list(
    'Công ty TNHH {name}|CÔNG TY TNHH {name}|Công ty Cổ phần {name}|Công ty CP {name}|Công ty TNHH MTV {name}|Doanh nghiệp tư nhân {name}|Công ty TNHH Thương mại và Dịch vụ {name}|Hộ kinh doanh {name}||',
  ),
  bodies: list(
    'Trường Đại học {place} {town}|Bệnh viện Đa khoa {town}|Ủy ban nhân dân thành phố {town}|Hợp tác xã {place}|Trung tâm Văn hóa {town}|Quỹ {place}|Trường THPT {town}',
  ),
  boss: list('Giám đốc: {person}|Tổng giám đốc: {person}|Đại diện: {person}'),
  office: list('Trụ sở chính: {street}, {city}|{name}, {street}, {city}|Đăng ký lần đầu tại Sở Kế hoạch và Đầu tư'),
  pieces: list('cái|chiếc|Cái|Chiếc|bộ|cái'),
  hours: list('giờ|Giờ|lần|ngày công'),
  measures: list('kg|m|m2|lít|thùng|bộ|cuộn|đôi|tháng|gói|ram|hộp|bao|kWh|tấm|chai'),
  products: list(
    'Đèn bàn|Ghế văn phòng|Giấy in A4|Mực in|Thép góc|Bàn gỗ sồi|Cốc sứ|Đèn LED|Ống đồng|Van nước|Lõi lọc nước|Sổ tay|Cáp USB-C|Chuột không dây|Màn hình 24"|Găng tay bảo hộ|Nước rửa tay|Cà phê rang|Dầu ăn|Ống nước|Sơn tường|Máy khoan|Kệ sách|Thảm|Áo sơ mi|Giày bảo hộ|Áo mưa|Máy in laser|Aptomat|Vòng bi|Má phanh|Thùng carton|Nhãn dán|Tủ thuốc|Bình chữa cháy|Bảng trắng|Tủ hồ sơ|Nước khoáng|Bánh mì|Khăn tắm|Gạch lát nền|Ổ cắm điện|Gạo ST25|Chè xanh|Nước mắm|Xi măng|Phở bò|Trà sữa',
  ),
  attributes: list(
    'đen|trắng|lớn|nhỏ|inox|2 m|60 x 40 cm|xám, bộ 4|loại B|mạ kẽm|tái chế|có nắp|gói 10|500 ml|12 V|cỡ L|xanh/trắng|M8x40|mẫu 300|80 gsm|3/4"|trái|loại 1|1,5 kg|cao cấp|đỏ',
  ),
  services: list(
    'Tư vấn|Lưu trữ web|Bản quyền phần mềm|Hỗ trợ hằng năm|Khảo sát hiện trường|Lắp đặt|Quản lý dự án|Thiết kế đồ họa|Dịch thuật|Sửa chữa|Phí hằng tháng|Sao lưu dữ liệu|Vệ sinh văn phòng|Đào tạo|Công tác phí|Nhân công|Dịch vụ pháp lý|Dịch vụ kế toán|Thuê máy móc|Gia hạn tên miền|Bảo trì điều hòa|Chụp ảnh|Phòng đôi|Ăn sáng|Gửi xe|Phí hội viên|Quảng cáo|Lưu trữ đám mây|Vận chuyển|Sơn nhà',
  ),
  details: list(
    'Số seri {serial}|Giao ngày {date}|Lô {serial}|bao gồm lắp đặt|Từ {date} đến {date2}|theo báo giá {serial}|Bảo hành 12 tháng|kèm phụ kiện|thực hiện bởi {person}|Xuất xứ: Việt Nam',
  ),
  sections: list('Tầng 1|Vật tư|Nhân công|Tuần 12|Giai đoạn 1|Văn phòng Hà Nội|Đi lại|Phát sinh'),
  energy: list(
    'Điện giờ bình thường|Điện giờ cao điểm|Điện giờ thấp điểm|Phí thuê bao|Nước sinh hoạt|Phí bảo vệ môi trường|Cước Internet|Cước gọi quốc tế',
  ),
  policies: list('Bảo hiểm xe cơ giới|Bảo hiểm cháy nổ|Bảo hiểm sức khỏe|Kỳ 3/12|Bảo hiểm trách nhiệm'),
  fantasy: list('Sáng Tạo|Studio|Số|Hệ Thống|Tập Đoàn|Giải Pháp|Toàn Cầu|Thành Công|Phát Triển|Đại Phát|Hưng Thịnh'),
}
