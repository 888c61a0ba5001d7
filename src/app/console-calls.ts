import * as action from '../console/action/runs.ts'
import * as approval from '../console/approval/approval.calls.ts'
import * as audit from '../console/audit.ts'
import * as delivery from '../console/delivery.ts'
import * as demand from '../console/demand.ts'
import * as eventTypes from '../console/event-types.ts'
import * as host from '../console/host.ts'
import * as member from '../console/member.ts'
import * as money from '../console/money.ts'
import * as overview from '../console/overview/overview.ts'
import * as person from '../console/person.ts'
import * as orders from '../console/registry/orders.ts'
import * as registry from '../console/registry/registry.calls.ts'
import * as search from '../console/search.ts'
import * as session from '../console/session.ts'
import * as team from '../console/team.ts'
import * as work from '../console/work.ts'

/** What pages of the console may read and do, by name; the pages import its type alone. */
export const consoleCalls = {
  ...action.calls,
  ...approval.calls,
  ...audit.calls,
  ...delivery.calls,
  ...demand.calls,
  ...eventTypes.calls,
  ...host.calls,
  ...member.calls,
  ...money.calls,
  ...orders.calls,
  ...overview.calls,
  ...person.calls,
  ...registry.calls,
  ...search.calls,
  ...session.calls,
  ...team.calls,
  ...work.calls,
}
export type ConsoleCalls = typeof consoleCalls
