import type { LabelClass } from '../../src/lexicon/classes.ts'

/** How documents of a language look: the tables of languages.test.ts. */
export interface Sample {
  /** A date of each month: names, inflected forms and abbreviations. */
  dates: readonly string[]
  /** Labels as they are printed, and their class. */
  labels: Readonly<Record<string, LabelClass>>
  /** Headings of columns. */
  heads: readonly [description: string, quantity: string, price: string, amount: string]
  /** An amount of 1234.56, and its currency. */
  amount: readonly [printed: string, currency: string]
  company: string
  person: string
  country: string
  street: string
  /** A label that names the buyer. */
  buyer: string
  /** The line of a contact person. */
  attention: string
  /** A sentence about thirty days. */
  terms: string
  /** A title, and the type of the document. */
  title: readonly [title: string, type: string]
}

export const SAMPLES: Readonly<Record<string, Sample>> = {
  hun: {
    dates:
      '2026. január 12.|2026. február 12.|2026. márc. 12.|2026. április 12.|2026. május 12.|2026. jún. 12.|2026. július 12.|2026. aug. 12.|2026. szeptember 12.|2026. okt. 12.|2026. november 12.|2026. december 12.'.split(
        '|',
      ),
    labels: {
      'Számla sorszáma:': 'invoice_no',
      'Számlaszám:': 'invoice_no',
      'FIZETÉSI HATÁRIDŐ': 'due_date',
      'Számla kelte:': 'invoice_date',
      'Fizetendő összesen:': 'due',
      'Adószám:': 'vat_id',
      'ÁFA összesen': 'tax',
      'Bankszámlaszám:': 'account_no',
      Vevő: 'bill_to',
    },
    heads: ['Megnevezés', 'Mennyiség', 'Nettó egységár', 'Bruttó érték'],
    amount: ['1 234,56 Ft', 'HUF'],
    company: 'Duna Papír Kft.',
    person: 'Kovács Ágnes',
    country: 'Magyarország',
    street: 'Kossuth Lajos utca 12.',
    buyer: 'Vevő adószáma: ',
    attention: 'Kapcsolattartó: Kiss Péter',
    terms: 'A számlát kérjük 30 napon belül kiegyenlíteni.',
    title: ['Díjbekérő', 'proforma'],
  },
  ron: {
    dates:
      '12 ianuarie 2026|12 februarie 2026|12 martie 2026|12 apr. 2026|12 mai 2026|12 iunie 2026|12 iul. 2026|12 august 2026|12 septembrie 2026|12 octombrie 2026|12 noiembrie 2026|12 decembrie 2026'.split(
        '|',
      ),
    labels: {
      'Factura nr.': 'invoice_no',
      'Seria și numărul': 'invoice_no',
      'Data scadenței:': 'due_date',
      'Data emiterii': 'invoice_date',
      'TOTAL DE PLATĂ': 'due',
      'C.U.I.': 'vat_id',
      'Nr. Reg. Com.': 'company_no',
      'Valoare TVA': 'tax',
      Cumpărător: 'bill_to',
    },
    heads: ['Denumirea produselor sau a serviciilor', 'Cantitatea', 'Prețul unitar', 'Valoarea'],
    amount: ['1.234,56 lei', 'RON'],
    company: 'Hârtia Carpați S.R.L.',
    person: 'Ionuț Bălan',
    country: 'România',
    street: 'Șoseaua Olteniței 12',
    buyer: 'CUI cumpărător: ',
    attention: 'În atenția: Elena Popa',
    terms: 'Plata se face în 30 zile de la emitere.',
    title: ['FACTURĂ STORNO', 'credit_note'],
  },
  tur: {
    dates:
      '12 Ocak 2026|12 ŞUBAT 2026|12 Mart 2026|12 Nisan 2026|12 MAYIS 2026|12 Haziran 2026|12 Temmuz 2026|12 Ağu 2026|12 Eylül 2026|12 Ekim 2026|12 KASIM 2026|12 Aralık 2026'.split(
        '|',
      ),
    labels: {
      'FATURA NUMARASI': 'invoice_no',
      'Fatura No:': 'invoice_no',
      'Vade Tarihi': 'due_date',
      'FATURA TARİHİ': 'invoice_date',
      'Ödenecek Tutar': 'due',
      'Vergi Kimlik No': 'vat_id',
      'Hesaplanan KDV': 'tax',
      ALICI: 'bill_to',
      'Ara Toplam': 'base',
    },
    heads: ['Mal Hizmet', 'Miktar', 'BİRİM FİYAT', 'Mal Hizmet Tutarı'],
    amount: ['1.234,56 TL', 'TRY'],
    company: 'Boğaz Kağıt San. ve Tic. Ltd. Şti.',
    person: 'Ayşe Yıldız',
    country: 'TÜRKİYE',
    street: 'Atatürk Cad. No: 12',
    buyer: 'Alıcı VKN: ',
    attention: 'DİKKATİNE: Elif Kaya',
    terms: 'Fatura bedeli 30 gün içinde ödenmelidir.',
    title: ['SEVK İRSALİYESİ', 'delivery_note'],
  },
  ell: {
    dates:
      '12 Ιανουαρίου 2026|12 Φεβρουαρίου 2026|12 ΜΑΡΤΙΟΥ 2026|12 Απρ 2026|12 Μαΐου 2026|12 Ιουνίου 2026|12 Ιουλίου 2026|12 Αύγουστος 2026|12 Σεπ 2026|12 Οκτωβρίου 2026|12 Νοεμβρίου 2026|12 ΔΕΚΕΜΒΡΙΟΣ 2026'.split(
        '|',
      ),
    labels: {
      'Αριθμός Τιμολογίου': 'invoice_no',
      'ΑΡ. ΠΑΡΑΣΤΑΤΙΚΟΥ': 'invoice_no',
      'Ημερομηνία λήξης': 'due_date',
      'ΗΜΕΡΟΜΗΝΙΑ ΕΚΔΟΣΗΣ': 'invoice_date',
      'Πληρωτέο ποσό': 'due',
      'Α.Φ.Μ.': 'vat_id',
      'Φ.Π.Α.': 'tax',
      ΠΕΛΑΤΗΣ: 'bill_to',
      'Γενικό Σύνολο': 'total',
    },
    heads: ['Περιγραφή', 'ΠΟΣΟΤΗΤΑ', 'Τιμή μονάδας', 'Καθαρή αξία'],
    amount: ['1.234,56 €', 'EUR'],
    company: 'Χαρτικά Αιγαίου Α.Ε.',
    person: 'Γεώργιος Παππάς',
    country: 'ΕΛΛΑΔΑ',
    street: 'Λεωφόρος Κηφισίας 12',
    buyer: 'ΑΦΜ πελάτη: ',
    attention: 'Υπόψη: Νίκος Ρήγας',
    terms: 'Παρακαλούμε εξοφλήστε εντός 30 ημερών.',
    title: ['ΔΕΛΤΙΟ ΑΠΟΣΤΟΛΗΣ', 'delivery_note'],
  },
  slk: {
    dates:
      '12. január 2026|12. februára 2026|12. marca 2026|12. apríla 2026|12. mája 2026|12. júna 2026|12. júla 2026|12. augusta 2026|12. septembra 2026|12. október 2026|12. novembra 2026|12. decembra 2026'.split(
        '|',
      ),
    labels: {
      'Faktúra č.': 'invoice_no',
      'Číslo faktúry': 'invoice_no',
      'Dátum splatnosti': 'due_date',
      'Dátum vystavenia': 'invoice_date',
      'Suma na úhradu': 'due',
      'IČ DPH:': 'vat_id',
      'IČO:': 'company_no',
      Odberateľ: 'bill_to',
      'Variabilný symbol': 'var_sym',
    },
    heads: ['Názov položky', 'Množstvo', 'Jednotková cena', 'Spolu bez DPH'],
    amount: ['1 234,56 €', 'EUR'],
    company: 'Tatranský papier, spol. s r. o.',
    person: 'Ľubomír Hudák',
    country: 'Slovenská republika',
    street: 'Námestie slobody 12',
    buyer: 'DIČ odberateľa: ',
    attention: 'Do rúk: Jana Šimko',
    terms: 'Faktúru prosíme uhraďte do 30 dní.',
    title: ['Zálohová faktúra', 'proforma'],
  },
  slv: {
    dates:
      '12. januar 2026|12. februarja 2026|12. marec 2026|12. aprila 2026|12. maj 2026|12. junija 2026|12. julij 2026|12. avgusta 2026|12. september 2026|12. oktobra 2026|12. november 2026|12. decembra 2026'.split(
        '|',
      ),
    labels: {
      'Račun št.': 'invoice_no',
      'Številka računa': 'invoice_no',
      'Rok plačila': 'due_date',
      'Datum izdaje': 'invoice_date',
      'Skupaj za plačilo': 'due',
      'ID št. za DDV': 'vat_id',
      'Znesek DDV': 'tax',
      Kupec: 'bill_to',
      Sklic: 'reference',
    },
    heads: ['Naziv artikla', 'Količina', 'Cena brez DDV', 'Vrednost'],
    amount: ['1.234,56 EUR', 'EUR'],
    company: 'Papirnica Triglav d.o.o.',
    person: 'Janez Zupan',
    country: 'Slovenija',
    street: 'Celovška cesta 12',
    buyer: 'ID za DDV kupca: ',
    attention: 'V roke: Nina Kos',
    terms: 'Prosimo, da račun poravnajte v 30 dneh.',
    title: ['Predračun', 'proforma'],
  },
  hrv: {
    dates:
      '12. siječnja 2026.|12. veljače 2026.|12. ožujka 2026.|12. travnja 2026.|12. svibnja 2026.|12. lip 2026.|12. srpnja 2026.|12. kolovoza 2026.|12. rujna 2026.|12. listopada 2026.|12. studenoga 2026.|12. prosinca 2026.'.split(
        '|',
      ),
    labels: {
      'Račun br.': 'invoice_no',
      'BROJ RAČUNA': 'invoice_no',
      'Datum dospijeća': 'due_date',
      'Datum izdavanja': 'invoice_date',
      'Iznos za plaćanje': 'due',
      OIB: 'vat_id',
      'Iznos PDV-a': 'tax',
      Kupac: 'bill_to',
      Osnovica: 'base',
    },
    heads: ['Naziv robe / usluge', 'Količina', 'Cijena', 'Iznos'],
    amount: ['1.234,56 EUR', 'EUR'],
    company: 'Papirnica Jadran d.o.o.',
    person: 'Hrvoje Đurić',
    country: 'Hrvatska',
    street: 'Trg bana Jelačića 12',
    buyer: 'OIB kupca: ',
    attention: 'n/r Ana Babić',
    terms: 'Račun platiti u roku 30 dana.',
    title: ['Otpremnica', 'delivery_note'],
  },
  bul: {
    dates:
      '12 януари 2026 г.|12 февруари 2026|12 март 2026|12 апр. 2026|12 май 2026|12 юни 2026|12 юли 2026|12 АВГУСТ 2026|12 септември 2026|12 октомври 2026|12 ноември 2026|12 декември 2026'.split(
        '|',
      ),
    labels: {
      'Фактура №': 'invoice_no',
      'Номер на фактура': 'invoice_no',
      Падеж: 'due_date',
      'Дата на издаване': 'invoice_date',
      'Сума за плащане': 'due',
      'ИН по ЗДДС': 'vat_id',
      ЕИК: 'company_no',
      Получател: 'bill_to',
      'Данъчна основа': 'base',
    },
    heads: ['Наименование на стоката', 'К-во', 'Ед. цена', 'Стойност'],
    amount: ['1 234,56 лв.', 'BGN'],
    company: 'Хартия Рила ЕООД',
    person: 'Георги Йорданов',
    country: 'България',
    street: 'бул. Витоша 12',
    buyer: 'ЕИК на получателя: ',
    attention: 'На вниманието на Петя Колева',
    terms: 'Моля, платете в срок от 30 дни.',
    title: ['КРЕДИТНО ИЗВЕСТИЕ', 'credit_note'],
  },
  ukr: {
    dates:
      '12 січня 2026 р.|12 лютого 2026|«12» березня 2026 року|12 квітня 2026|12 травня 2026|12 червня 2026|12 липня 2026|12 СЕРПНЯ 2026|12 вересня 2026|12 жовтня 2026|12 листопада 2026|12 грудня 2026'.split(
        '|',
      ),
    labels: {
      'Рахунок на оплату №': 'invoice_no',
      'Номер рахунку': 'invoice_no',
      'Термін оплати': 'due_date',
      'Дата рахунку': 'invoice_date',
      'Всього до сплати': 'due',
      ІПН: 'vat_id',
      'Код ЄДРПОУ': 'company_no',
      Покупець: 'bill_to',
      'у т.ч. ПДВ': 'tax',
    },
    heads: ['Товари (роботи, послуги)', 'Кіл-сть', 'Ціна без ПДВ', 'Сума без ПДВ'],
    amount: ['1 234,56 грн', 'UAH'],
    company: 'ТОВ «Карпатський папір»',
    person: 'Олена Шевченко',
    country: 'Україна',
    street: 'вул. Хрещатик, 12',
    buyer: 'ІПН покупця: ',
    attention: 'До уваги: Олег Мороз',
    terms: 'Просимо сплатити протягом 30 календарних днів.',
    title: ['Накладна', 'delivery_note'],
  },
  ind: {
    dates:
      '12 Januari 2026|12 Pebruari 2026|12 Mar 2026|12 April 2026|12 Mei 2026|12 Juni 2026|12 Jul 2026|12 Agustus 2026|12 September 2026|12 Okt 2026|12 Nopember 2026|12 Desember 2026'.split(
        '|',
      ),
    labels: {
      'No. Faktur:': 'invoice_no',
      'NOMOR FAKTUR': 'invoice_no',
      'Tanggal Jatuh Tempo:': 'due_date',
      'Tgl. Faktur:': 'invoice_date',
      'Sisa Tagihan': 'due',
      'NPWP:': 'vat_id',
      PPN: 'tax',
      'No. Rekening:': 'account_no',
      'Kepada Yth.': 'bill_to',
    },
    heads: ['Nama Barang', 'Kuantitas', 'Harga Satuan', 'Total Harga'],
    amount: ['Rp 1.234,56', 'IDR'],
    company: 'PT Kertas Nusantara Tbk',
    person: 'Siti Rahmawati',
    country: 'Indonesia',
    street: 'Jl. Jenderal Sudirman No. 12',
    buyer: 'NPWP Pembeli: ',
    attention: 'U.p. Bagian Keuangan',
    terms: 'Mohon pembayaran dilakukan dalam 30 hari.',
    title: ['Nota Kredit', 'credit_note'],
  },
  vie: {
    dates:
      'ngày 12 tháng 1 năm 2026|ngày 12 tháng 2 năm 2026|ngày 12 tháng 3 năm 2026|ngày 12 tháng 4 năm 2026|ngày 12 tháng 5 năm 2026|ngày 12 tháng 6 năm 2026|ngày 12 tháng 7 năm 2026|ngày 12 tháng 8 năm 2026|ngày 12 tháng 9 năm 2026|ngày 12 tháng 10 năm 2026|ngày 12 tháng 11 năm 2026|ngày 12 tháng 12 năm 2026'.split(
        '|',
      ),
    labels: {
      'Số hóa đơn:': 'invoice_no',
      'SỐ HÓA ĐƠN': 'invoice_no',
      'Hạn thanh toán:': 'due_date',
      'Ngày lập hóa đơn:': 'invoice_date',
      'Số tiền phải trả': 'due',
      'Mã số thuế:': 'vat_id',
      'Tiền thuế GTGT': 'tax',
      'Số tài khoản:': 'account_no',
      'Người mua hàng': 'bill_to',
    },
    heads: ['Tên hàng hóa, dịch vụ', 'Số lượng', 'Đơn giá', 'Thành tiền'],
    amount: ['1.234,56 đ', 'VND'],
    company: 'Công ty TNHH Giấy Sông Hồng',
    person: 'Nguyễn Thị Lan',
    country: 'Việt Nam',
    street: 'Số 12 đường Lê Lợi, phường Bến Nghé',
    buyer: 'Mã số thuế người mua: ',
    attention: 'Người liên hệ: Trần Văn Minh',
    terms: 'Đề nghị quý khách thanh toán trong vòng 30 ngày.',
    title: ['Phiếu xuất kho', 'delivery_note'],
  },
}
