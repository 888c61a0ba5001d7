import type { Queryable } from './database.ts'

/** What is stored of a declared resource: its fields, whose record it is part of, and when it was written. */
export type StoredRecord<T = Record<string, unknown>> = T & {
  id: number
  /** 0 for what belongs to nothing. */
  parent_id: number
  created: Date
  modified: Date
}

interface Row {
  id: number
  parent_id: number
  data: Record<string, unknown>
  created: Date
  modified: Date
}

const toRecord = <T>({ data, ...own }: Row): StoredRecord<T> => ({ ...data, ...own }) as StoredRecord<T>

/** The records of a kind, the oldest first; of one parent only, if it is given. */
export async function findRecords<T>(
  db: Queryable,
  kind: string,
  parentId?: number,
): Promise<StoredRecord<T>[]> {
  const { rows } = await db.query<Row>(
    'select * from shop.record where kind = $1 and ($2::int is null or parent_id = $2) order by id',
    [kind, parentId ?? null],
  )
  return rows.map(toRecord<T>)
}

export async function insertRecord<T extends object>(
  db: Queryable,
  kind: string,
  data: T,
  { parentId = 0, now }: { parentId?: number; now: Date },
): Promise<StoredRecord<T>> {
  const { rows } = await db.query<Row>(
    'insert into shop.record (kind, parent_id, data, created, modified) values ($1, $2, $3, $4, $4) returning *',
    [kind, parentId, JSON.stringify(data), now],
  )
  return toRecord<T>(rows[0]!)
}

/** Writes fields of a record; the others stay, and it stays what it is part of unless another is given. */
export async function updateRecord<T>(
  db: Queryable,
  kind: string,
  id: number,
  data: object,
  now: Date,
  parentId?: number,
): Promise<StoredRecord<T>> {
  const { rows } = await db.query<Row>(
    `update shop.record set data = data || $2, modified = $3, parent_id = coalesce($4, parent_id)
     where kind = $5 and id = $1 returning *`,
    [id, JSON.stringify(data), now, parentId, kind],
  )
  return toRecord<T>(rows[0]!)
}

/** Deletes records together with what is part of them, by the kinds of parts. */
export async function deleteRecords(
  db: Queryable,
  kind: string,
  ids: number[],
  parts: string[] = [],
): Promise<void> {
  await db.query(
    'delete from shop.record where (kind = $3 and id = any($1)) or (kind = any($2) and parent_id = any($1))',
    [ids, parts, kind],
  )
}
