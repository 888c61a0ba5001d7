import { sql } from 'kysely'
import type { StaffRole } from '../src/base/staff-roles.ts'
import { isActionName, staffActions } from '../src/console/action/declaration.rules.ts'
import type { StaffAction } from '../src/console/action/look.rules.ts'
import { hashToken } from '../src/server/context/session.ts'
import type { TestHook } from '../src/server/context/test-hooks.ts'
import { getRow } from '../src/server/postgres/rows.ts'
import { cookiesOf } from './page-client.ts'
import { consoleOn, sessionFor, staffClient, staffCookieOf } from './staff-client.ts'
import { type SingleTestApp, testApp } from './test-app.ts'

type Staff = ReturnType<typeof staffClient>
type Fields = Record<string, string | number>

const toTexts = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, String(value)]))

const isPrivate = (name: string) =>
  isActionName(name) && (staffActions[name] as unknown as StaffAction).isPrivate === true

/** An action's page as a browser without JavaScript uses it. */
function actionClient(
  staff: Staff,
  prove: () => Promise<void>,
  agree: (name: string, key: string) => Promise<number>,
) {
  const pathOf = (name: string, fields: Fields) =>
    `/staff/actions/${name}?${new URLSearchParams(toTexts(fields))}`

  /** Opens the page, or sends its fields in a form where they may stand in no address; `hidden` is what its confirmation would send. */
  async function look(cookie: string, name: string, fields: Fields) {
    await prove()
    const answer = isPrivate(name)
      ? await staff.send(pathOf(name, {}), { ...toTexts(fields), step: 'look' }, { cookie })
      : await staff.view(pathOf(name, fields), cookie)
    const page = await answer.text()
    const html = page.slice(page.indexOf('<main'), page.indexOf('<script', page.indexOf('<h1')))
    const form = html.slice(html.indexOf('method="post"', html.indexOf('<h1'))).split('</form>', 1)[0] ?? ''
    const hidden = Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, key, value]) => [
        key ?? '',
        value ?? '',
      ]),
    )
    return { status: answer.status, html, text: html.replace(/<[^>]*>/g, ' '), hidden }
  }

  /** Sends the confirmation of a page. */
  async function send(cookie: string, name: string, hidden: Record<string, string>, reason = 'They called.') {
    await prove()
    const answer = await staff.send(pathOf(name, {}), { ...hidden, reason }, { cookie })
    const page = answer.status === 302 ? '' : await answer.text()
    const { headers } = answer
    const status = answer.status === 302 ? await agree(name, hidden.key ?? '') : answer.status
    return { status, to: bareAddress(headers.get('location')), html: page, cookies: cookiesOf(answer) }
  }

  /** Opens the page and confirms it. */
  async function act(cookie: string, name: string, fields: Fields) {
    const { hidden, text, status } = await look(cookie, name, fields)
    if (!hidden.version) return { status, to: null, html: text, cookies: '' }
    return send(cookie, name, hidden)
  }

  /** Two forms of the same action, the first of them sent twice, all at once; answers how often it was done. */
  async function race(cookie: string, name: string, fields: Fields) {
    const forms = await Promise.all([1, 2].map(() => look(cookie, name, fields)))
    const sent = await Promise.all([0, 0, 1].map(one => send(cookie, name, forms[one]?.hidden ?? {})))
    return sent.map(({ status }) => status).sort()
  }

  return { look, send, act, race }
}

export type ActionPages = Awaited<ReturnType<typeof openActionPages>>

/** One person alone may do as much as they like, but for what always takes two. */
const withoutLimits = {
  STAFF_ALONE_CENTS: '2000000000',
  STAFF_ALONE_DAY_CENTS: '2000000000',
  STAFF_ALONE_MONTH_CENTS: '2000000000',
}
/** As they are unless somebody sets them; then nobody agrees by themselves. */
export const usualLimits = {
  STAFF_ALONE_CENTS: '20000',
  STAFF_ALONE_DAY_CENTS: '50000',
  STAFF_ALONE_MONTH_CENTS: '100000',
}

/**
 * An app with the shop, its console, and one person of each of two roles who are signed in; with two processes, the
 * requests to the console go to them in turn.
 */
export async function openActionPages(
  processes: 1 | 2 = 1,
  settings: Record<string, string> = {},
  testHook: (name: TestHook) => Promise<void> = async () => undefined,
) {
  const hasLimits = 'STAFF_ALONE_CENTS' in settings
  const env = { ...withoutLimits, ...settings }
  const app = await testApp({ env, testHook })
  await app.job('webhook-registration')
  const { db } = app
  const sites: SingleTestApp[] = []
  for (const { shop, db } of [app.processA, app.processB].slice(0, processes))
    sites.push(
      await testApp({
        shop,
        pages: true,
        db,
        testHook,
        now: () => app.clock.now,
        env: { ...env, ...consoleOn },
      }),
    )
  let turn = 0
  const staff = staffClient(() => sites[turn++ % processes]!)
  /** The lines of the audit about a registry. */
  const audited = (action: string, registry: { id: number }) =>
    db
      .selectFrom('staff_audit')
      .innerJoin('staff_audit_value', 'audit_id', 'staff_audit.id')
      .select(['person_id', 'subject', 'reason', 'before', 'after'])
      .where('action', '=', action)
      .where('registry_id', '=', registry.id)
      .execute()
  const newPerson = (role: StaffRole) =>
    staffCookieOf({ db, clock: app.clock, config: sites[0]!.config }, role)
  const newManager = () => newPerson('manager')
  /** Another manager agrees to what was asked for by that form, where it waits for one; answers what came of it. */
  async function agree(name: string, key: string): Promise<number> {
    if (hasLimits) return 302
    const act = await db
      .selectFrom('staff_money_act')
      .select(['id', 'state', 'decided_by'])
      .where('form_key', 'like', `% ${key}`)
      .executeTakeFirst()
    if (act?.state === 'waiting') {
      const cookie = await newManager()
      return (await staff.send(`/staff/approvals/${act.id}`, { intent: 'agree' }, { cookie })).status
    }
    // What its declaration leaves to nobody alone was not done by one person (R1182).
    const { alwaysTwo, sparesGoods } = (isActionName(name) ? staffActions[name] : {}) as Partial<StaffAction>
    const isAlone = act ? act.state === 'done' && act.decided_by === null : !sparesGoods
    if (alwaysTwo && isAlone) throw new Error(`${name} was done by one person alone`)
    return 302
  }
  /** Password and time code are not what these tests are about: they were given just now, however the clock was moved. */
  async function prove(): Promise<void> {
    const { now } = app.clock
    const ends = new Date(now.getTime() + 12 * 3_600_000)
    await db
      .updateTable('session')
      .set({ proved_at: now, seen_at: now, expires_at: ends })
      .where('person_id', 'is not', null)
      .execute()
  }
  return {
    app,
    support: await staff.sessionOf('support@shop.gr', 'support'),
    manager: await staff.sessionOf('manager@shop.gr', 'manager'),
    /** A session of another manager, from now on: those of before have ended where the clock was moved by hours. */
    newManager,
    newPerson,
    /** Another session of the same person, from now on. */
    async newSession(cookie: string) {
      const [name = '', token = ''] = cookie.split('=')
      const { person_id } = await getRow(db, 'session', { token_hash: hashToken(token) }, ['person_id'])
      return `${name}=${await sessionFor({ db, clock: app.clock }, person_id ?? 0)}`
    },
    ...actionClient(staff, prove, agree),
    audited,
    view: staff.view,
    post: (path: string, fields: Record<string, string>, cookie: string) =>
      staff.send(path, fields, { cookie }),
    /** While it runs the last write of every action fails, as if the process were killed there. */
    async breakAudit(work: () => Promise<void>) {
      await sql`
        create function stop_audit() returns trigger language plpgsql as $$
        begin raise exception 'killed here'; end $$`.execute(db)
      await sql`create trigger stop_audit before insert on staff_audit_value
        for each row execute function stop_audit()`.execute(db)
      try {
        await work()
      } finally {
        await sql`drop function stop_audit() cascade`.execute(db)
      }
    },
    async close() {
      for (const site of sites) await site.close()
      await app.close()
    },
  }
}

/** An address without the page's language, which every address of a page names. */
const bareAddress = (address: string | null) => address?.replace(/[?&]lang=en(?=[&#]|$)/, '') ?? null
