import * as action from './staff/action/api.ts'
import * as approval from './staff/approval/api.ts'
import * as audit from './staff/audit/api.ts'
import * as delivery from './staff/delivery/api.ts'
import * as demand from './staff/demand/api.ts'
import * as eventTypes from './staff/event-types/api.ts'
import * as host from './staff/host/api.ts'
import * as money from './staff/money/api.ts'
import * as people from './staff/people/api.ts'
import * as team from './staff/people/team-api.ts'
import * as person from './staff/person/api.ts'
import * as registry from './staff/registry/api.ts'
import * as search from './staff/search/api.ts'
import * as session from './staff/session/api.ts'
import * as view from './staff/view/api.ts'
import * as work from './staff/work/api.ts'

/** What pages of the console may read and do, by name; the pages import its type alone. */
export const consoleCalls = {
  ...action.calls,
  ...approval.calls,
  ...audit.calls,
  ...delivery.calls,
  ...demand.calls,
  ...eventTypes.calls,
  ...host.calls,
  ...money.calls,
  ...people.calls,
  ...person.calls,
  ...registry.calls,
  ...search.calls,
  ...session.calls,
  ...team.calls,
  ...view.calls,
  ...work.calls,
}
export type ConsoleCalls = typeof consoleCalls
