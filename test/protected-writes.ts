import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'
import type { ProtectedThing } from '../src/base/endpoint.ts'
import type { Handler } from '../src/server/context/handler.ts'

/** What a test's database tells of itself whenever a protected thing is given, moved or taken from its owner (R1223). */
const watched: Record<string, { thing: ProtectedThing; on: string; when: string }[]> = {
  customer: [
    {
      thing: 'email',
      on: 'insert or update',
      when: `tg_op = 'INSERT' or old.email is distinct from new.email`,
    },
    {
      thing: 'password',
      on: 'insert or update',
      when: `tg_op = 'INSERT' or old.password_hash is distinct from new.password_hash`,
    },
  ],
  email_change: [{ thing: 'email', on: 'insert', when: 'true' }],
  second_factor: [
    {
      thing: 'factor',
      on: 'insert or delete',
      when: 'coalesce(new.customer_id, old.customer_id) is not null',
    },
  ],
  recovery_code: [
    {
      thing: 'factor',
      on: 'insert',
      when: 'exists (select from second_factor where id = new.factor_id and customer_id is not null)',
    },
  ],
  known_device: [{ thing: 'device', on: 'insert', when: 'true' }],
  link: [{ thing: 'co-host', on: 'insert or update', when: `new.kind = 'co_host' and new.used_at is null` }],
  registry: [
    {
      thing: 'co-host',
      on: 'update',
      when: 'new.co_host_id is not null and old.co_host_id is distinct from new.co_host_id',
    },
    {
      thing: 'delivery address',
      on: 'insert or update',
      when: `new.shipping_address is not null and (tg_op = 'INSERT' or old.shipping_address is distinct from new.shipping_address)`,
    },
    {
      thing: 'closing day',
      on: 'insert or update',
      when: `tg_op = 'INSERT' or old.closing_day is distinct from new.closing_day`,
    },
  ],
  payout: [{ thing: 'payout', on: 'insert', when: 'true' }],
}

const prefix = 'protected write: '

/** The triggers, for the template that every test's database is made of. */
export function recordingTriggers(): string {
  return Object.entries(watched)
    .flatMap(([table, rules]) =>
      rules.map(({ thing, on, when }, index) => {
        const name = `test_watch_${table}_${index}`
        return `
          create function ${name}() returns trigger language plpgsql as $$ begin
            if ${when} then raise notice '${prefix}${thing}'; end if;
            return null;
          end $$;
          create trigger ${name} after ${on} on ${table} for each row execute function ${name}();`
      }),
    )
    .join('\n')
}

const operations = new AsyncLocalStorage<Handler>()
const written = new Map<string, Set<ProtectedThing>>()

/** What calls wrote without having declared it; a test that leaves one fails (test/setup.ts). */
export const undeclaredWrites: string[] = []

const nameOf = ({ endpoint }: Handler) => `${endpoint.method} ${endpoint.path}`

/** What the call has written of the protected things since it was last asked. */
export function takeWrites(handler: Handler): ProtectedThing[] {
  const things = [...(written.get(nameOf(handler)) ?? [])]
  written.delete(nameOf(handler))
  return things.sort()
}

const wrapped = new WeakSet<Handler>()

/** From now on the database knows which call a statement is of. */
export function nameOperations(handlers: Handler[]): void {
  for (const handler of handlers.filter(one => !wrapped.has(one))) {
    wrapped.add(handler)
    const run = handler.run
    handler.run = (input, ctx) => operations.run(handler, () => run(input, ctx))
  }
}

/** What a test does itself in the midst of a call, as somebody else at that moment: the call is not blamed for it. */
export const asSomebodyElse = <T>(act: () => T): T => operations.exit(act)

/** Listens to what the triggers say on the connections of a pool. */
export function watchWrites(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    let current: Handler | undefined
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      current = operations.getStore()
      return query(...args)
    }) as typeof client.query
    client.on('notice', ({ message }) => {
      if (!current || !message?.startsWith(prefix)) return
      note(current, message.slice(prefix.length) as ProtectedThing)
    })
  })
}

function note(handler: Handler, thing: ProtectedThing): void {
  const name = nameOf(handler)
  written.set(name, (written.get(name) ?? new Set()).add(thing))
  if (handler.endpoint.protects?.[thing]) return
  undeclaredWrites.push(`${name} writes ${thing}`)
}
