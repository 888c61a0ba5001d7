import pg from 'pg'
import { createDb } from '../../src/server/postgres/database.ts'
import { migrate } from '../../src/server/postgres/migrate.ts'
import { fillDatabase } from './fill-database.ts'
import { describeSizes, measureSizes } from './table-sizes.ts'

// node bench/fill/main.ts [registries] [gifts]: fills the empty database of DATABASE_URL, and says how large it is.
const { DATABASE_URL: url } = process.env
if (!url) throw new Error('DATABASE_URL is the address of an empty database')
const [registries = 100_000, gifts = 30] = process.argv.slice(2).map(Number)
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

await migrate(url)
const db = createDb(new pg.Pool({ connectionString: url, max: 1 }))
const start = performance.now()
const minutes = () => ((performance.now() - start) / 60_000).toFixed(1)
const now = new Date()
await fillDatabase(db, { registries, gifts, now }, done => say(`${done} registries after ${minutes()} min`))
const sizes = await measureSizes(db)
say(`${registries} registries of ${gifts} gifts in ${minutes()} min\n${describeSizes(sizes)}`)
await db.destroy()
