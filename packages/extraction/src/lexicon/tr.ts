import type { Language } from './classes.ts'

export const tr: Language = {
  stopWords:
    've bir bu icin olarak olan lutfen tarafindan gore veya ise kadar tum yapilan adina icinde sonra degildir olup',
  months:
    'ocak oca|şubat şub|mart mar|nisan nis|mayıs may|haziran haz|temmuz tem|ağustos ağu|eylül eyl|ekim eki|kasım kas|aralık ara',
  labels: {
    total:
      'toplam | genel toplam | toplam tutar | vergiler dahil toplam tutar | kdv dahil toplam | toplam kdv dahil | kdv dahil tutar | fatura toplamı | fatura tutarı | vergiler dahil toplam | toplam fatura tutarı | kdv dahil toplam tutar | brüt toplam | fatura genel toplamı | yekün',
    base: 'ara toplam | mal hizmet toplam tutarı | mal hizmet tutarı | matrah | kdv matrahı | kdv hariç toplam | net tutar | toplam kdv hariç | kdv hariç tutar | vergiler hariç toplam tutar | net toplam | vergi matrahı | mal hizmet toplamı | kdv matrah | kdv hariç toplam tutar | toplam matrah | vergi hariç tutar | iskontolu toplam',
    tax: 'kdv | hesaplanan kdv | kdv tutarı | toplam kdv | topkdv | kdv toplamı | hesaplanan katma değer vergisi | katma değer vergisi | vergi tutarı | toplam vergi | kdv toplam | hesaplanan kdv tutarı | vergi toplamı | gerçek usulde katma değer vergisi | hesaplanan gerçek usulde katma değer vergisi',
    due: 'ödenecek tutar | ödenecek toplam tutar | ödenecek toplam | toplam ödenecek tutar | kalan tutar | kalan borç | bakiye | ödenecek | ödeme tutarı | ödenecek miktar | ödenmesi gereken tutar | kalan | borç tutarı | toplam borç',
    paid: 'ödenen | ödenen tutar | alınan avans | avans | ödendi | tahsil edilen | tahsilat | peşinat | ödenen toplam',
    cash: 'nakit | alınan nakit',
    card: 'kredi kartı | banka kartı | kart',
    change: 'para üstü',
    rounding: 'yuvarlama | kuruş farkı | yuvarlama farkı',
    discount: 'iskonto | toplam iskonto | indirim | toplam indirim | indirim tutarı | iskonto tutarı',
    charge: 'kargo | nakliye | kargo ücreti | nakliye bedeli | taşıma ücreti | hizmet bedeli',
    rate: 'kdv oranı | kdv % | vergi oranı | kdv oran | oran | % kdv',
    balance: 'önceki bakiye | devreden bakiye',
    date: 'tarih | tarihi',
    invoice_date:
      'fatura tarihi | düzenleme tarihi | düzenlenme tarihi | fatura düzenleme tarihi | belge tarihi | fiş tarihi | kesim tarihi | tanzim tarihi | fatura kesim tarihi | düzenleme tarih',
    due_date:
      'vade tarihi | son ödeme tarihi | ödeme tarihi | vade | ödeme vadesi | son ödeme | fatura vadesi | ödeme son tarihi',
    delivery_date:
      'teslim tarihi | teslimat tarihi | irsaliye tarihi | sevk tarihi | fiili sevk tarihi | hizmet tarihi | sevkiyat tarihi',
    order_date: 'sipariş tarihi',
    print_date: 'yazdırma tarihi | baskı tarihi',
    period: 'dönem | fatura dönemi | hizmet dönemi | dönemi',
    time: 'saat | saati | düzenleme zamanı | düzenlenme zamanı | düzenleme saati',
    invoice_no:
      'fatura no | fatura numarası | fatura nosu | belge no | belge numarası | fatura seri no | seri sıra no | fatura sıra no | fiş no | makbuz no | e fatura no | e arşiv fatura no | evrak no | fatura seri | proforma fatura no | proforma no | iade faturası no | makbuz numarası | fiş numarası | seri no | dekont no',
    order_no:
      'sipariş no | sipariş numarası | sipariş | sipariş kodu | satın alma sipariş no | müşteri sipariş no | po no | siparişiniz no | sipariş referansı',
    seller_order_no: 'satış sipariş no | iş emri no | iş no',
    customer_no:
      'müşteri no | müşteri numarası | müşteri kodu | cari kodu | cari kod | cari no | abone no | tesisat no | hesap kodu | cari hesap kodu | üye no',
    delivery_no: 'irsaliye no | irsaliye numarası | sevk irsaliyesi no | e irsaliye no | sevkiyat no | irsaliye',
    reference: 'referans | referans no | referans numarası | proje | konu | dosya no | proje no',
    our_ref: 'referansımız',
    contract_no: 'sözleşme no | sözleşme numarası | poliçe no | sözleşme',
    transaction_no: 'işlem no | işlem numarası | provizyon no | onay kodu | ettn | ekü no | z no',
    account_no: 'hesap no | hesap numarası | banka hesap no | hesap',
    bank_code: 'şube kodu | banka kodu | şube',
    iban: 'iban | iban no | iban numarası',
    bic: 'swift | bic | swift kodu | bic kodu | swift kod',
    vat_id:
      'vkn | vergi no | vergi numarası | vergi kimlik no | vergi kimlik numarası | v k n | vd no | vergi dairesi no | vergi dairesi ve no | vkn tckn | vergi sicil no | vergi hesap no | vergi dairesi hesap no | vergi dairesi numarası',
    tax_no: 'tckn | tc kimlik no | t c kimlik no | tc no | tc kimlik numarası | t c no',
    company_no:
      'mersis no | mersis numarası | ticaret sicil no | ticaret sicil numarası | sicil no | mersis | ticaret sicil',
    phone: 'telefon | tel | tel no | gsm | telefon no',
    fax: 'faks | fax | faks no',
    email: 'e posta | email | e mail | eposta | mail | kep adresi | kep',
    web: 'web | web sitesi | web adresi | internet sitesi',
    number: 'sıra no',
    terminal: 'kasa | kasa no | mağaza | işyeri no | yazar kasa',
    cashier: 'kasiyer | satış temsilcisi | düzenleyen | hazırlayan | satış elemanı | satıcı kodu | plasiyer',
    page: 'sayfa | sayfa no',
    corrected_no: 'iade edilen fatura | iadeye konu fatura | iade fatura no | ilgili fatura no | iadeye konu fatura no',
    bill_to:
      'alıcı | müşteri | sayın | fatura edilen | fatura adresi | alıcı bilgileri | müşteri bilgileri | müşteri adı | müşteri ünvanı | alıcı ünvanı | fatura alıcısı | ünvan alıcı',
    ship_to: 'teslimat adresi | teslim yeri | sevk adresi | sevkiyat adresi | teslim adresi | teslim alan',
    seller:
      'satıcı | gönderen | düzenleyen firma | tedarikçi | satıcı bilgileri | satıcı firma | satıcı ünvanı | hizmet sağlayıcı',
    payee: 'hesap sahibi | lehtar | hesap adı | alıcı adı',
    attention: 'ilgili kişi | dikkatine | yetkili | yetkili kişi',
    name: 'ünvan | ünvanı | unvan | ad soyad | adı soyadı | firma adı | firma ünvanı | isim',
    address: 'adres | adresi | mahalle | cadde | ilçe | posta kodu | şehir | ülke',
    bank: 'banka | banka adı | banka bilgileri | banka hesap bilgileri | hesap bilgileri | ödeme bilgileri',
    invoice:
      'fatura | e fatura | e arşiv fatura | satış faturası | hizmet faturası | e arşiv | irsaliyeli fatura | serbest meslek makbuzu | ticari fatura',
    credit_note: 'iade faturası | iade fatura | alacak dekontu | iade',
    debit_note: 'borç dekontu',
    proforma: 'proforma | proforma fatura | teklif | fiyat teklifi | teklif formu',
    receipt: 'fiş | makbuz | tahsilat makbuzu | perakende satış fişi | bilgi fişi | yazar kasa fişi',
    order: 'sipariş formu | sipariş onayı | satın alma siparişi | sipariş teyidi',
    delivery_note: 'irsaliye | sevk irsaliyesi | e irsaliye | teslimat belgesi',
    quantity: 'miktar | adet | miktarı',
    unit_price: 'birim fiyat | birim fiyatı | fiyat | b fiyat',
    line_amount: 'tutar | mal hizmet tutar | satır toplamı | tutarı',
    code: 'ürün kodu | stok kodu | kod | malzeme kodu | barkod',
    description:
      'açıklama | mal hizmet | ürün | ürün adı | hizmet | malın cinsi | mal hizmet cinsi | cinsi | malzeme hizmet açıklaması | ürün hizmet',
    unit: 'birim | ölçü birimi | birimi',
    currency: 'para birimi | döviz | döviz cinsi | para birimleri',
    terms: 'ödeme koşulları | ödeme şartları',
    payment_method: 'ödeme şekli | ödeme yöntemi | ödeme türü | ödeme tipi | ödeme yolu',
    thanks: 'teşekkür ederiz | teşekkürler | yine bekleriz',
    place: 'düzenlenme yeri',
  },
  columns: {
    position: 'sira | sira no | s no',
    code: 'kod | urun kodu | stok kodu | malzeme kodu | barkod | urun no | stok no',
    description:
      'aciklama | mal hizmet | urun | urun adi | hizmet | malin cinsi | mal hizmet cinsi | cinsi | urun hizmet | malzeme hizmet aciklamasi | mal hizmet aciklamasi | urun aciklamasi | malzeme | hizmet aciklamasi | urun adi aciklamasi | stok adi | mal hizmet adi | malin cinsi aciklama',
    quantity: 'miktar | adet | miktari | saat | mikt',
    uom: 'birim | olcu birimi | birimi | br',
    unit_price:
      'birim fiyat | birim fiyati | fiyat | b fiyat | birim fiyat tl | br fiyat | birim ucret | net fiyat | fiyati',
    discount: 'iskonto | indirim | iskonto orani | iskonto tutari | isk | isk % | indirim tutari',
    rate: 'kdv orani | kdv | kdv % | oran | vergi orani | % kdv | kdv oran',
    tax: 'kdv tutari | vergi tutari | kdv tutar',
    amount:
      'tutar | mal hizmet tutari | toplam | tutari | net tutar | toplam tutar | satir toplami | kdv dahil tutar | kdv haric tutar | tutar tl | toplam fiyat | kdv dahil toplam | mal hizmet tutar | bedel',
    base: 'matrah | kdv matrahi | vergi matrahi',
    other: 'diger vergiler',
  },
  describes: 'aciklama | urun aciklamasi | mal hizmet',
  net: 'kdv haric | net | haric',
  gross: 'kdv dahil | dahil',
  summary:
    'toplam | genel toplam | ara toplam | kdv | topkdv | toplam kdv | hesaplanan kdv | toplam iskonto | odenecek | odenecek tutar | vergiler dahil | mal hizmet toplam | matrah | yuvarlama | nakit | kredi karti | para ustu | kalan | odenen | bakiye | avans | kdv toplami | yekun',
  carry: 'nakli yekun | devreden | devir | sayfa toplami',
  allowance: 'iskonto | indirim',
  included: 'dahil',
  units:
    'adet | ad | saat | gun | ay | yil | kg | lt | paket | kutu | koli | takim | metre | mt | cift | rulo | sefer | kisi | sise',
  taxWords: 'kdv | otv',
  legalForms: 'ltd. şti | ltd şti | ltd.şti | a.ş | koll. şti | kom. şti',
  otherForms:
    'limited şirketi | anonim şirketi | sanayi ve ticaret | san. ve tic | san. tic | ticaret | kooperatifi | kollektif şirketi',
  countries:
    'türkiye | türkiye cumhuriyeti | almanya | fransa | italya | ispanya | ingiltere | birleşik krallık | hollanda | belçika | avusturya | isviçre | yunanistan | bulgaristan | romanya | macaristan | polonya | ukrayna | rusya | amerika birleşik devletleri | kıbrıs | kuzey kıbrıs türk cumhuriyeti',
  firstNames:
    'mehmet mustafa ahmet ali hüseyin hasan ibrahim ismail osman yusuf murat ömer ramazan halil süleyman emre burak serkan hakan fatma ayşe emine hatice zeynep elif meryem şerife özlem merve esra büşra selin',
  seller: 'satıcı | satıcının | tedarikçi | düzenleyen | firmamız | bizim',
  buyer: 'alıcı | alıcının | müşteri | müşterinin | müşteriniz | sizin',
  streets: 'cad|caddesi|cadde|sok|sokak|sokağı|mah|mahallesi|bulvarı|bulv|blv|meydanı|yolu|osb|apt',
  attention: 'dikkatine|ilgili kişi|yetkili kişi|muhasebe|satın alma',
  organizations:
    'belediyesi | üniversitesi | derneği | vakfı | hastanesi | yönetimi | müdürlüğü | bakanlığı | okulu | lisesi | odası',
  days: 'gün|günlük|gündür|günde',
  durations: 'hafta|ay|aylık|yıl',
  paying: 'ödeme|ödemesi|ödemeniz|ödenmelidir|ödeyiniz|ödenecektir|vade|vadeli',
}
