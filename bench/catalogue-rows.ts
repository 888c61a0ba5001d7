import { sql } from 'kysely'
import { searchKeys } from '../src/base/sounds.ts'
import { keepOnShelf } from '../src/catalogue/shelf-data.ts'
import type { Db } from '../src/server/tables.ts'
import { steadyRandom } from './ground.ts'

const words = (text: string) => text.trim().split(/\s+/)

/** Things, as [Greek, English]. */
const things = words(`
  κούπα:mug τσαγιέρα:teapot κατσαρόλα:pot τηγάνι:pan ποτήρι:glass πιάτο:plate μπολ:bowl δίσκος:tray μαχαίρι:knife
  κουτάλι:spoon πετσέτα:towel σεντόνι:sheet μαξιλάρι:pillow κουβέρτα:blanket κουρτίνα:curtain χαλί:rug λάμπα:lamp
  κερί:candle βάζο:vase κορνίζα:frame ρολόι:clock καθρέφτης:mirror καρέκλα:chair τραπέζι:table ράφι:shelf
  βαλίτσα:suitcase τσάντα:bag ομπρέλα:umbrella παιχνίδι:toy βιβλίο:book αρκουδάκι:bear καρότσι:stroller κούνια:cot
  μπιμπερό:bottle κιθάρα:guitar ποδήλατο:bicycle σκηνή:tent ψησταριά:barbecue καφετιέρα:brewer τοστιέρα:toaster
  μίξερ:mixer βραστήρας:kettle σίδερο:iron σκούπα:vacuum εκδρομή:trip γεύμα:dinner μασάζ:massage μάθημα:lesson`).map(
  pair => pair.split(':') as [string, string],
)
const materials = words(`
  κεραμική:ceramic γυάλινη:glass ξύλινη:wooden μαντεμένια:iron βαμβακερή:cotton λινή:linen μεταξωτή:silk μάλλινη:wool
  πορσελάνινη:porcelain χάλκινη:copper ασημένια:silver δερμάτινη:leather μαρμάρινη:marble πήλινη:clay ανοξείδωτη:steel
  μπαμπού:bamboo`).map(pair => pair.split(':') as [string, string])
const colours = words(`
  λευκή:white μαύρη:black μπλε:blue κόκκινη:red πράσινη:green κίτρινη:yellow ροζ:pink γκρι:grey μπεζ:beige
  τιρκουάζ:turquoise`).map(pair => pair.split(':') as [string, string])
const syllables = words('κα λι μο ρα νε τα σο πι ζε δα φι θυ ξα βρι στα κρο μα γλυ πε λο')
const latin = words('ka li mo ra ne ta so pi ze da fi thy xa vri sta kro ma gly pe lo')

export const sizes = { brands: 800, tops: 12, seconds: 6, thirds: 4 }

/** Fills an empty catalogue: categories three deep, brands, names of some common and some rare words, two languages. */
export async function fillCatalogue(db: Db, count: number): Promise<void> {
  await fillCategories(db)
  const random = steadyRandom(11)
  const atOnce = 2000
  for (let first = 1; first <= count; first += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, count - first + 1) }, (_, at) =>
      rowOf(first + at, random),
    )
    await db.transaction().execute(async tx => {
      await insert(tx, rows)
      await keepOnShelf(
        tx,
        rows.map(row => row.id),
      )
    })
  }
  await sql`vacuum analyze`.execute(db)
}

type Row = ReturnType<typeof rowOf>

function rowOf(id: number, random: () => number) {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(list.length * random() ** 2)] as T
  const [thing, material, colour] = [pick(things), pick(materials), pick(colours)]
  const brand = coined(Math.floor(sizes.brands * random() ** 2), latin)
  const series = Math.floor(random() * 20_000)
  const category = leafOf(Math.floor(sizes.tops * sizes.seconds * sizes.thirds * random()))
  const names = {
    el: `${material[0]} ${thing[0]} ${colour[0]} ${coined(series, syllables)}`,
    en: `${colour[1]} ${material[1]} ${thing[1]} ${coined(series, latin)}`,
  }
  const search = ([name, language]: [string, string]) =>
    searchKeys(`${name} ${brand} SKU${id} ${categoryName(category, language)}`)
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

function coined(number: number, from: string[]): string {
  let [word, left] = ['', number + from.length ** 2]
  while (left > 0) {
    word += from[left % from.length]
    left = Math.floor(left / from.length)
  }
  return word
}

const leafOf = (at: number) => 10_000 + at
const categoryName = (id: number, language: string) =>
  `${language === 'el' ? 'Είδη' : 'Goods'} ${coined(id, language === 'el' ? syllables : latin)}`

async function fillCategories(db: Db): Promise<void> {
  const { tops, seconds, thirds } = sizes
  const rows: { id: number; parent_id: number }[] = []
  for (let at = 0; at < tops; at++) rows.push({ id: 1 + at, parent_id: 0 })
  for (let at = 0; at < tops * seconds; at++)
    rows.push({ id: 1000 + at, parent_id: 1 + Math.floor(at / seconds) })
  for (let at = 0; at < tops * seconds * thirds; at++)
    rows.push({ id: leafOf(at), parent_id: 1000 + Math.floor(at / thirds) })
  const both = (['en', 'el'] as const).flatMap(language =>
    rows.map((row, position) => ({
      ...row,
      language,
      position,
      name: categoryName(row.id, language),
      path: `/c/${row.id}/`,
    })),
  )
  await db.insertInto('category').values(both).execute()
}

async function insert(tx: Db, rows: Row[]): Promise<void> {
  const json = JSON.stringify(rows)
  await sql`insert into product (id, sku, type, brand, image, price_cents, category_ids, featured, sold, newest, brand_rank,
      available, listed, has_options)
    select id, 'SKU' || id, 'physical', brand, null, price, array[category], place, 1000001 - place, id, length(brand),
      true, true, false
    from jsonb_to_recordset(${json}::jsonb) as one (id int, brand text, price int, category int, place int)`.execute(
    tx,
  )
  await sql`insert into product_text (product_id, language, name, path, description, search)
    select id, language, name, '/p/' || id || '/', '', keys
    from jsonb_to_recordset(${json}::jsonb) as one (id int, el text, en text, keys_el text, keys_en text)
    cross join lateral (values ('el', el, keys_el), ('en', en, keys_en)) as text (language, name, keys)`.execute(
    tx,
  )
}
