import { listedMovements } from '../src/console/money.rules.ts'
import routes from '../src/routes.ts'

interface Route {
  path?: string | undefined
  children?: Route[] | undefined
}

/** The addresses of the console, with names for what differs in them. */
export const staffPagePaths = (routes as Route[])
  .flatMap(route => [route, ...(route.children ?? [])])
  .flatMap(({ path }) => (path && /^staff(\/|$)/.test(path) ? `/${path}` : []))

/** The addresses of one page of the console: of one about a registry, each of its parts. */
export function staffAddresses(path: string, code: string): string[] {
  const parts = ['', '/gifts', '/orders', '/money', '/letters', '/guests', '/history']
  return (path.includes(':part?') ? parts : ['']).map(part =>
    path
      .replace(':slug', 'wedding')
      .replace(':id', code)
      .replace('/:part?', part)
      .replace(':order', '999999')
      .replace(':action', 'line_placed')
      .replace(':kind', 'payout')
      .replace(':as', 'host')
      .replace('/*', '/gifts'),
  )
}

/** Pages of the console whose addresses need a query to show much. */
export const staffQueries: Record<string, string[]> = {
  '/staff/money/lines': listedMovements.map(movement => `movement=${movement}&from=2000-01-01&to=2040-01-01`),
  '/staff/demand': [
    ...['by=category&sort=due_30', 'category=1000001', 'brand=x', 'by=month', 'page=90'],
    ...['words=a', 'words=white', 'price=2000&sort=given', 'words=white&category=10001&brand=x&price=50000'],
    ...['month=each', 'month=each&sort=due_60&page=90', 'month=2025-03&sort=given', 'by=category&month=each'],
    ...[
      'month=each&words=white',
      'month=each&category=10001',
      'month=none&brand=x',
      'month=2025-03&price=2000',
    ],
  ],
  '/staff/search': [
    'q=many',
    'q=Παπαδοπούλου',
    'q=Παπ',
    'q=Μαρία+Παπαδοπούλου',
    'q=1234567',
    'q=2101234567',
    'q=ABEZ',
  ],
  '/staff/audit': ['about=many', 'action=signed_in'],
}
