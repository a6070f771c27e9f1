import { list } from './list.ts'
import type { Words } from './words.ts'

export const id: Words = {
  given: list(
    'Budi|Siti|Agus|Dewi|Rina|Hendra|Putri|Rizky|Wayan|Made|Ayu|Bambang|Ratna|Fajar|Indah|Yusuf|Maya|Dimas|Nadia|Ir. Eko|Drs. Slamet|Hj. Nurul|Joko|Lestari',
  ),
  surnames: list(
    'Santoso|Wijaya|Setiawan|Lestari|Nugroho|Hartono|Susanto|Pratama|Saputra|Kurniawan|Halim|Simanjuntak|Siregar|Nasution|Gunawan|Hidayat|Rahmawati|Utami|Tanuwijaya|Sihombing|Purnomo|Wibowo|Suryani',
  ),
  streets: list(
    'Jl. Merdeka No. {n}|Jl. Jenderal Sudirman Kav. {n}|Jl. Gatot Subroto No. {n}|Jalan Diponegoro {n}|Jl. Raya Kuta No. {n}|Ruko Mega Indah Blok {f} No. {n}|Jl. Ahmad Yani No. {n}, RT 0{f}/RW 0{f}|Komplek Pergudangan Bumi Asri Blok C{n}|Jl. Melati III No. {n}|Gedung Graha Lt. {f}, Jl. HR Rasuna Said Kav. {n}|Jl. Pahlawan {n}A|Jl. Imam Bonjol No. {n}-{m}|Perum Griya Asri Blok B{f} No. {n}',
  ),
  extras: list('Bagian Keuangan|Lantai {f}|Gedung B|Divisi Pengadaan|Kel. Menteng, Kec. Menteng|Bagian Akuntansi'),
  trades: list(
    'Elektronik|Konstruksi|Makmur|Logistik|Percetakan|Teknik|Farmasi|Pangan|Tekstil|Mebel|Konsultan|Media|Komputer|Otomotif|Bangunan|Tani|Plastik|Kimia|Optik|Katering|Wisata|Energi|Telekomunikasi|Asuransi|Garmen|Kemasan|Mesin|Listrik|Properti|Transport|Keramik|Interior',
  ),
  places: list(
    'Nusantara|Mitra|Sumber|Karya|Cahaya|Sinar|Anugerah|Indo|Borneo|Jaya|Surya|Bintang|Sentosa|Mandiri|Maju|Abadi',
  ),
  forms: list(
    'PT {name}|PT. {name}|PT {name}|PT {name} Tbk|CV {name}|CV. {name}|UD {name}|PT {name} Indonesia|Toko {name}|||',
  ),
  bodies: list(
    'Pemerintah Kota {town}|Universitas {place} {town}|RSUD {town}|Yayasan {place}|Dinas Pendidikan {town}|Koperasi {place} {town}|SMA Negeri 3 {town}|Politeknik {town}',
  ),
  boss: list('Direktur: {person}|Direktur Utama: {person}|Pemilik: {person}'),
  office: list('Kantor pusat: {street}, {city}|{name}, {street}, {city}|Terdaftar dan diawasi oleh instansi berwenang'),
  pieces: list('pcs|buah|unit|Pcs|bh|Unit'),
  hours: list('jam|Jam|hari|orang/hari'),
  measures: list('kg|m|m2|liter|dus|set|rol|pasang|bulan|paket|rim|lembar|lusin|kWh|sak|batang'),
  products: list(
    'Lampu meja|Kursi kantor|Kertas HVS A4|Toner printer|Besi siku|Meja kayu jati|Gelas keramik|Panel LED|Pipa PVC|Keran air|Saringan air|Buku tulis|Kabel USB-C|Mouse nirkabel|Monitor 24"|Sarung tangan|Sabun cair|Kopi bubuk|Minyak goreng|Selang air|Cat tembok|Bor listrik|Rak buku|Karpet|Kemeja batik|Sepatu kerja|Jas hujan|Printer laser|MCB|Bearing|Kampas rem|Kardus|Label stiker|Kotak P3K|Alat pemadam api|Papan tulis|Lemari arsip|Air mineral|Nasi kotak|Handuk|Keramik lantai|Stop kontak|Beras pandan wangi|Teh celup|Gula pasir|Semen|Genteng|Paku',
  ),
  attributes: list(
    'hitam|putih|besar|kecil|stainless|2 m|60 x 40 cm|abu-abu, set 4|tipe B|galvanis|daur ulang|dengan tutup|isi 10|500 ml|12 V|ukuran L|biru/putih|M8x40|model 300|80 gsm|3/4"|kiri|isi ulang|1,5 kg|premium|merah',
  ),
  services: list(
    'Jasa konsultasi|Hosting website|Lisensi perangkat lunak|Dukungan tahunan|Survei lokasi|Jasa pemasangan|Manajemen proyek|Desain grafis|Jasa penerjemahan|Perbaikan|Biaya bulanan|Pencadangan data|Kebersihan kantor|Pelatihan|Biaya perjalanan|Upah tenaga kerja|Jasa hukum|Jasa akuntansi|Sewa alat|Perpanjangan domain|Servis AC|Fotografi|Kamar deluxe|Sarapan|Parkir|Iuran anggota|Iklan digital|Penyimpanan cloud|Ongkos angkut|Pengecatan',
  ),
  details: list(
    'No. seri {serial}|Dikirim {date}|Batch {serial}|termasuk pemasangan|Periode {date} - {date2}|sesuai penawaran {serial}|Garansi 12 bulan|lengkap dengan aksesori|dikerjakan oleh {person}|Asal: Indonesia',
  ),
  sections: list('Lantai 1|Material|Jasa|Minggu 12|Tahap 1|Kantor Jakarta|Perjalanan|Pekerjaan tambah'),
  energy: list(
    'Pemakaian listrik LWBP|Pemakaian listrik WBP|Biaya beban|Pemakaian air|Pemakaian gas|Paket internet|Panggilan internasional|Abonemen',
  ),
  policies: list('Asuransi kendaraan|Asuransi kebakaran|Asuransi kesehatan|Angsuran 3 dari 12|Asuransi tanggung gugat'),
  fantasy: list('Kreasi|Studio|Digital|Sistem|Grup|Solusi|Prima|Utama|Global|Karya|Persada|Sejahtera'),
}
