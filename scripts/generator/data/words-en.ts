import { list } from './list.ts'
import type { Words } from './words.ts'

export const en: Words = {
  given: list(
    'James|Olivia|Amelia|George|Harriet|Priya|Daniel|Rachel|Owen|Freya|Marcus|Naomi|Patrick|Sophie|Ethan|Grace|Leo|Hannah|Samuel|Isla|Victor|Megan|Ronan|Alice|Toby|Zara|Dr. Ellen|Mrs. Joan|Mr. Peter',
  ),
  surnames: list(
    'Ashworth|Pemberton|Whitlock|Hargreaves|Okafor|Patel|Lindqvist|Brennan|Thornbury|MacAllister|Van Dyke|de la Cruz|O’Hara|Fairclough|Rowntree|Castellano|Bexley|Drummond|Yardley|Kingsley|Sutcliffe|Hawthorne|Marlow|Penrose|Tanaka|Nguyen|Abbot|Carver|Dunmore|Ellery|Fitzgerald|Greaves',
  ),
  streets: list(
    '{n} High Street|{n} Station Road|{n} Mill Lane|Unit {n}, Ashfield Business Park|{n} Queensway|{n} Harbour View|Suite {n}, 4 Bishop’s Court|{n} Elm Grove|{n}B Church Walk|The Old Forge, {n} Tanner Row|{n} Lakeside Drive|{n} Kings Road|P.O. Box {n}{n}|{n} Riverside Avenue|Floor {f}, {n} Market Square|{n} Main St|{n} Oak Street, Apt {f}|{n}{f} Industrial Pkwy|{n} West {f}th Avenue|{n} Maple Blvd, Suite {n}|{n} Orchard Close',
  ),
  extras: list(
    'Accounts Payable|Finance Department|2nd Floor|Building C|Unit 7|Purchasing Dept.|c/o Head Office|Westgate House|Attn. Invoicing',
  ),
  trades: list(
    'Plumbing|Electrical|Consulting|Joinery|Landscapes|Catering|Software|Logistics|Printing|Interiors|Engineering|Dental Supplies|Cleaning Services|Media|Print & Design|Fabrications|Motors|Roofing|Foods|Textiles|Marine|Security|Timber|Architects|Solicitors|Accountancy|Freight|Hosting|Telecom|Energy|Veterinary Centre|Travel|Tools|Office Supplies|Packaging|Laboratories|Photography|Translations|Events|Bakery',
  ),
  places: list(
    'Northern|Riverside|Summit|Beacon|Harbour|Cotswold|Pacific|Midland|Golden Gate|Highland|Lakeshore|Atlantic|Evergreen|Bluebird|Ironbridge|Silver Oak|Prime|First Choice|United|Redwood',
  ),
  forms: list(
    'Ltd|Limited|Ltd.|LLC|Inc.|Inc|PLC|LLP|Co.|Corp.|Group|& Sons|& Co|Pty Ltd|Services|Partners|Corporation||||',
  ),
  bodies: list(
    '{town} City Council|University of {town}|St. Mary’s Hospital|{town} Rowing Club|The {place} Trust|{town} Chamber of Commerce|Royal {place} Society|{town} NHS Foundation Trust|Friends of {town} Library|{place} Housing Association',
  ),
  boss: list('Director: {person}|Managing Director {person}|Directors: {person}, {person2}|CEO {person}'),
  office: list('Registered office: {street}, {city}|{name}, {street}, {city}|Registered in England and Wales'),
  pieces: list('pcs|pc|each|ea|pcs.|units|Unit|EA|Nos|pc.'),
  hours: list('hours|hrs|h|hour(s)|Hour'),
  measures: list('kg|m|m²|l|box|pack|roll|set|pair|day|km|ctn|dozen|kWh'),
  products: list(
    'Desk lamp|Office chair|Copy paper A4|Toner cartridge|Steel bracket|Oak table|Ceramic mug|LED panel|Copper pipe|Ball valve|Water filter|Notebook|USB-C cable|Wireless mouse|27" monitor|Safety gloves|Hand soap|Roasted coffee|Olive oil|Garden hose|Paint brush|Wall anchor|Cordless drill|Bookshelf|Rug|Curtain rail|Cotton shirt|Work boots|Rain jacket|Tablet stand|Laser printer|Battery pack|Circuit breaker|Roller bearing|Gasket|Hydraulic hose|Air filter|Brake pads|Wiper blade|Cardboard box|Bubble wrap|Label roll|Thermal paper|First aid kit|Fire extinguisher|Whiteboard|Filing cabinet|Espresso beans|Sparkling water|Chicken sandwich|Cheddar cheese|Tomato soup|Shampoo|Bath towel|Wine glasses|Toilet brush|Door handle|Window lock',
  ),
  attributes: list(
    'black|white|large|small|stainless|2 m|60 x 40 cm|grey, set of 4|type B|heavy duty|recycled|with cover|10-pack|500 ml|12V|size L|blue/white|M8x40|V2.1|model 300|premium|A4 80 g|3/4"|double|left|refill|1.5 kg|24-port|IP65',
  ),
  services: list(
    'Consulting|Web hosting|Software licence|Annual support|Site survey|Installation|Project management|Graphic design|Translation English-German|Repair work|Monthly retainer|Data backup service|Cleaning of offices|Server maintenance|Training day|Travel expenses|Labour|Copywriting|SEO package|Legal advice|Bookkeeping|Equipment rental|Domain renewal|Boiler service|Photography session|Room, double occupancy|Breakfast|Parking|Membership fee|Advertising campaign|Subscription Pro plan|Cloud storage 100 GB|API usage|Freight charge|Inspection of fire alarms|Design workshop|Phase 2 delivery|Mobile tariff|Line rental|Seat licence',
  ),
  details: list(
    'Serial no. {serial}|Delivered {date}|Order ref. {serial}|including installation on site|Period {date} - {date2}|as agreed by phone|Warranty 24 months|Batch {serial}|incl. accessories and manual|Performed by {person}|Country of origin: Germany|Note: replaces previous model|{date} – {date2}',
  ),
  sections: list('Ground floor|Materials|Labour|Week 12|Phase 1|Equipment|Office London|Travel|Additional work'),
  energy: list(
    'Electricity day rate|Electricity night rate|Standing charge|Climate levy|Gas usage|Water supply|Sewerage|Mobile calls national|Data roaming|Broadband 100|Line rental|International calls',
  ),
  policies: list(
    'Public liability insurance|Motor policy premium|Household contents|Professional indemnity|Instalment 3 of 12|Legal protection cover',
  ),
  fantasy: list('Works|Labs|Studio|Digital|Systems|Group|Supply|Solutions|Global|Trading|Collective|Partners'),
}
