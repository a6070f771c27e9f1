import { list } from './list.ts'
import type { Words } from './words.ts'

export const tr: Words = {
  given: list(
    'Ayşe|Mehmet|Zeynep|Mustafa|Elif|Ahmet|Fatma|Emre|Gülşen|Hüseyin|Özge|Burak|Şükrü|Selin|İbrahim|Çağla|Ömer|Dr. Işıl',
  ),
  surnames: list(
    'Yılmaz|Kaya|Demir|Şahin|Çelik|Yıldız|Öztürk|Aydın|Arslan|Doğan|Kılıç|Aslan|Çetin|Koç|Kurt|Özdemir|Şimşek|Güneş|Işık|Avcı',
  ),
  streets: list(
    'Atatürk Cad. No: {n}|Cumhuriyet Mah. Lale Sok. No: {n}/{f}|Bağdat Caddesi {n}|İnönü Bulvarı No: {n} Kat: {f}|Organize Sanayi Bölgesi {f}. Cad. No: {n}|Barbaros Mahallesi Çınar Sokak No: {n} D: {f}|Büyükdere Cad. {n}/{f}|Gazi Mah. {n}. Sokak No: {m}|Kızılay Meydanı No: {f}|Fevzi Çakmak Mah. Yeni Cad. No: {n}A|Mimar Sinan Sok. {n}',
  ),
  extras: list('Muhasebe|Satın Alma Müdürlüğü|B Blok|Kat {f}|Finans Bölümü|Depo'),
  trades: list(
    'İnşaat|Elektrik|Danışmanlık|Mobilya|Lojistik|Matbaa|Gıda|Yazılım|Tekstil|Otomotiv|Temizlik|Turizm|Reklam|Makine|Metal|Plastik|Enerji|Sigorta|Telekom|Eczane|Kırtasiye|Fırın|Bahçe|Muhasebe|Optik|Ambalaj|Mühendislik|Medya',
  ),
  places: list('Anadolu|Ege|Marmara|Boğaziçi|Yeni|Öz|Kuzey|Akdeniz|Güney|Altın|Doğu|Birlik'),
  forms: list(
    'Ltd. Şti.|Ltd. Şti.|San. ve Tic. Ltd. Şti.|Tic. Ltd. Şti.|A.Ş.|A.Ş.|San. ve Tic. A.Ş.|Sanayi ve Ticaret Anonim Şirketi|Limited Şirketi|||',
  ),
  bodies: list(
    '{town} Belediyesi|{town} Üniversitesi|{place} Derneği|{place} Vakfı|{town} Devlet Hastanesi|{place} Sitesi Yönetimi|{place} Kooperatifi',
  ),
  boss: list('Genel Müdür: {person}|Yetkili: {person}|Müdür: {person}'),
  office: list('Merkez: {street} {city}|{name}, {street}, {city}|Vergi Dairesi: {town}'),
  pieces: list('Adet|adet|AD|Ad.'),
  hours: list('Saat|saat|sa.'),
  measures: list('kg|m|m2|lt|set|koli|paket|kutu|gün|km|kWh|ay|çift|rulo|mt'),
  products: list(
    'Masa lambası|Ofis koltuğu|Fotokopi kağıdı A4|Toner|Çelik köşebent|Meşe masa|Kupa|LED panel|Bakır boru|Küresel vana|Su filtresi|Defter|USB-C kablo|Kablosuz fare|Monitör 27"|İş eldiveni|Sıvı sabun|Çekirdek kahve|Zeytinyağı|Bahçe hortumu|Duvar boyası|Dübel|Akülü matkap|Kitaplık|Halı|Pamuklu gömlek|İş ayakkabısı|Lazer yazıcı|Sigorta|Rulman|Conta|Hava filtresi|Fren balatası|Karton kutu|Etiket|İlk yardım çantası|Yangın tüpü|Maden suyu|Kaşarlı sandviç|Havlu|Bardak|Seramik|Batarya|Priz|Ekmek',
  ),
  attributes: list(
    'siyah|beyaz|büyük|küçük|paslanmaz|2 m|60 x 40 cm|gri, 4lü set|B tipi|galvaniz|kapaklı|10 adet|500 ml|12 V|L beden|mavi/beyaz|M8x40|model 300|80 gr|3/4"|yedek|1,5 kg|çift|premium',
  ),
  services: list(
    'Danışmanlık hizmeti|Web barındırma|Yazılım lisansı|Yıllık bakım|Keşif|Montaj|Proje yönetimi|Grafik tasarım|Tercüme|Tamir|Aylık abonelik|Veri yedekleme|Ofis temizliği|Eğitim günü|Yol gideri|İşçilik|Metin yazarlığı|Hukuki danışmanlık|Muhasebe hizmeti|Ekipman kiralama|Alan adı yenileme|Kombi bakımı|Fotoğraf çekimi|Çift kişilik oda|Kahvaltı|Otopark|Üyelik aidatı|Reklam kampanyası|Bulut depolama|Nakliye hizmeti|Boya işleri',
  ),
  details: list(
    'Seri No: {serial}|Teslim: {date}|Parti {serial}|montaj dahil|Dönem {date} - {date2}|{serial} nolu teklife göre|24 ay garanti|aksesuarlı|{person} tarafından yapıldı|Menşei: TR',
  ),
  sections: list('Zemin kat|Malzeme|İşçilik|12. hafta|1. Etap|İstanbul ofisi|Seyahat|Ek işler'),
  energy: list(
    'Aktif enerji|Dağıtım bedeli|Sabit ücret|İletim bedeli|Doğalgaz tüketim|Su bedeli|Atık su bedeli|Mobil tarife|Yurt dışı arama|İnternet 100',
  ),
  policies: list('Sorumluluk sigortası|Trafik sigortası|Konut sigortası|Taksit 3/12|Hukuki koruma'),
  fantasy: list('Atölye|Stüdyo|Lab|Dijital|Sistem|Grup|Servis|Hizmet|Market|Teknik|Tasarım'),
}
