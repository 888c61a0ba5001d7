import { sql } from 'kysely'
import { phoneticSearchKeys } from '../src/base/greek/phonetic-keys.ts'
import { updateProductListings } from '../src/catalogue/search.sql.ts'
import type { Db } from '../src/server/postgres/tables.ts'
import { seededRandom } from './bench-database.ts'

const splitWords = (text: string) => text.trim().split(/\s+/)

/** [Greek, English] nouns. */
const things = splitWords(`
  κούπα:mug τσαγιέρα:teapot κατσαρόλα:pot τηγάνι:pan ποτήρι:glass πιάτο:plate μπολ:bowl δίσκος:tray μαχαίρι:knife
  κουτάλι:spoon πετσέτα:towel σεντόνι:sheet μαξιλάρι:pillow κουβέρτα:blanket κουρτίνα:curtain χαλί:rug λάμπα:lamp
  κερί:candle βάζο:vase κορνίζα:frame ρολόι:clock καθρέφτης:mirror καρέκλα:chair τραπέζι:table ράφι:shelf
  βαλίτσα:suitcase τσάντα:bag ομπρέλα:umbrella παιχνίδι:toy βιβλίο:book αρκουδάκι:bear καρότσι:stroller κούνια:cot
  μπιμπερό:bottle κιθάρα:guitar ποδήλατο:bicycle σκηνή:tent ψησταριά:barbecue καφετιέρα:brewer τοστιέρα:toaster
  μίξερ:mixer βραστήρας:kettle σίδερο:iron σκούπα:vacuum εκδρομή:trip γεύμα:dinner μασάζ:massage μάθημα:lesson`).map(
  pair => pair.split(':') as [string, string],
)
const materials = splitWords(`
  κεραμική:ceramic γυάλινη:glass ξύλινη:wooden μαντεμένια:iron βαμβακερή:cotton λινή:linen μεταξωτή:silk μάλλινη:wool
  πορσελάνινη:porcelain χάλκινη:copper ασημένια:silver δερμάτινη:leather μαρμάρινη:marble πήλινη:clay ανοξείδωτη:steel
  μπαμπού:bamboo`).map(pair => pair.split(':') as [string, string])
const colours = splitWords(`
  λευκή:white μαύρη:black μπλε:blue κόκκινη:red πράσινη:green κίτρινη:yellow ροζ:pink γκρι:grey μπεζ:beige
  τιρκουάζ:turquoise`).map(pair => pair.split(':') as [string, string])
const syllables = splitWords('κα λι μο ρα νε τα σο πι ζε δα φι θυ ξα βρι στα κρο μα γλυ πε λο')
const latin = splitWords('ka li mo ra ne ta so pi ze da fi thy xa vri sta kro ma gly pe lo')

export const catalogueSize = { brands: 800, tops: 12, seconds: 6, thirds: 4 }

/** Fills an empty catalogue: three levels of categories, brands, and names of common and rare words in both languages. */
export async function fillCatalogue(db: Db, count: number): Promise<void> {
  await fillCategories(db)
  const random = seededRandom(11)
  const batchSize = 2000
  for (let first = 1; first <= count; first += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, count - first + 1) }, (_, at) =>
      productRow(first + at, random),
    )
    await db.transaction().execute(async tx => {
      await insertProducts(tx, rows)
      await updateProductListings(
        tx,
        rows.map(row => row.id),
      )
    })
  }
  await sql`vacuum analyze`.execute(db)
}

type ProductRow = ReturnType<typeof productRow>

function productRow(id: number, random: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(list.length * random() ** 2)] as T
  const [thing, material, colour] = [pick(things), pick(materials), pick(colours)]
  const brand = coinWord(Math.floor(catalogueSize.brands * random() ** 2), latin)
  const series = Math.floor(random() * 20_000)
  const category = leafCategoryId(
    Math.floor(catalogueSize.tops * catalogueSize.seconds * catalogueSize.thirds * random()),
  )
  const names = {
    el: `${material[0]} ${thing[0]} ${colour[0]} ${coinWord(series, syllables)}`,
    en: `${colour[1]} ${material[1]} ${thing[1]} ${coinWord(series, latin)}`,
  }
  const search = ([name, language]: [string, string]) =>
    phoneticSearchKeys(`${name} ${brand} SKU${id} ${categoryName(category, language)}`)
  return {
    id,
    brand,
    price: 500 + Math.floor(random() ** 3 * 150_000),
    category,
    place: Math.floor(random() * 1_000_000) + 1,
    ...names,
    keys_el: search([names.el, 'el']),
    keys_en: search([names.en, 'en']),
  }
}

function coinWord(number: number, from: string[]): string {
  let [word, rest] = ['', number + from.length ** 2]
  while (rest > 0) {
    word += from[rest % from.length]
    rest = Math.floor(rest / from.length)
  }
  return word
}

const leafCategoryId = (at: number) => 10_000 + at
const categoryName = (id: number, language: string) =>
  `${language === 'el' ? 'Είδη' : 'Goods'} ${coinWord(id, language === 'el' ? syllables : latin)}`

async function fillCategories(db: Db): Promise<void> {
  const { tops, seconds, thirds } = catalogueSize
  const rows: { id: number; parent_id: number }[] = []
  for (let at = 0; at < tops; at++) rows.push({ id: 1 + at, parent_id: 0 })
  for (let at = 0; at < tops * seconds; at++)
    rows.push({ id: 1000 + at, parent_id: 1 + Math.floor(at / seconds) })
  for (let at = 0; at < tops * seconds * thirds; at++)
    rows.push({ id: leafCategoryId(at), parent_id: 1000 + Math.floor(at / thirds) })
  const categories = (['en', 'el'] as const).flatMap(language =>
    rows.map((row, position) => ({
      ...row,
      language,
      position,
      name: categoryName(row.id, language),
      path: `/c/${row.id}/`,
    })),
  )
  await db.insertInto('category').values(categories).execute()
}

async function insertProducts(tx: Db, rows: ProductRow[]): Promise<void> {
  const json = JSON.stringify(rows)
  await sql`insert into product (id, sku, type, brand, image, price_cents, category_ids, featured, sold, newest, brand_rank,
      available, listed, has_options)
    select id, 'SKU' || id, 'physical', brand, null, price, array[category], place, 1000001 - place, id, length(brand),
      true, true, false
    from jsonb_to_recordset(${json}::jsonb) as one (id int, brand text, price int, category int, place int)`.execute(
    tx,
  )
  await sql`insert into product_text (product_id, language, name, path, description, search)
    select id, language::language, name, '/p/' || id || '/', '', keys
    from jsonb_to_recordset(${json}::jsonb) as one (id int, el text, en text, keys_el text, keys_en text)
    cross join lateral (values ('el', el, keys_el), ('en', en, keys_en)) as text (language, name, keys)`.execute(
    tx,
  )
}
