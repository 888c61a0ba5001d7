import { ShopError, type Store } from './store.ts'

/** Wrong passwords for one account, or codes for one cart, in `windowMs`; beyond them none is looked at. */
const maxTries = 20
const windowMs = 15 * 60_000

/**
 * Looks at a secret that somebody typed, unless too many wrong ones were typed for the same thing: throws 429 then. It
 * counts before it looks, so that many tries at once are no more than one after another; what is right isn’t counted (R1260).
 */
export async function tryOnce<T>(store: Store, key: string, look: () => Promise<T>): Promise<T> {
  const now = store.now()
  const { rows } = await store.db.query<{ tries: number }>(
    `insert into shop.wrong_try as wrong (key, began, tries) values (md5($1), $2, 1)
     on conflict (key) do update set
       tries = case when wrong.began > $3 then wrong.tries + 1 else 1 end,
       began = case when wrong.began > $3 then wrong.began else $2 end
     returning tries`,
    [key, now, new Date(now.getTime() - windowMs)],
  )
  if (rows[0]!.tries > maxTries) throw new ShopError(429, 'Too many wrong tries. Try again in 15 minutes.')
  const found = await look()
  if (found) await store.db.query('update shop.wrong_try set tries = tries - 1 where key = md5($1)', [key])
  return found
}
