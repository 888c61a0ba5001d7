/**
 * What `npm run test:full` alone runs, and why: whole programs that are started, stopped and killed, a database of some
 * years, and journeys whose every step has a test over HTTP. The quick run tries the same in smaller parts.
 */
export const inFullRunAlone = {
  'test/call-plans.test.ts': 'two minutes to fill and ask a database of some years',
  'test/job-plans.test.ts': 'two minutes to fill and ask a database of some years',
  'test/drain.test.ts':
    'starts and stops the program four times; handing over is tried in http-server.test.ts',
  'test/failover.test.ts': 'two database servers, of which one ends',
  'test/outage.test.ts':
    'a database server that is killed under twenty buyers; killed.test.ts kills the program',
  'test/roles.test.ts': 'starts the program as a web process and as a worker',
  'src/server/postgres/embedded-postgres.test.ts': 'makes twelve clusters; every other test starts one',
  'e2e/account.spec.ts': 'proved over HTTP by src/account, src/account/email-change and their pages',
  'e2e/second-factor.spec.ts': 'proved over HTTP by src/account/second-factor',
  'e2e/sharing.spec.ts': 'proved over HTTP by src/invitation/share, reply and sending',
  'e2e/received.spec.ts': 'proved over HTTP by src/orders and the surprise pages',
  'e2e/money.spec.ts': 'proved over HTTP by src/money and its pages',
  'e2e/guest-import.spec.ts': 'proved over HTTP by src/invitation/import',
  'e2e/invitation-design.spec.ts': 'proved over HTTP by design-pages.test.ts',
  'e2e/page-languages.spec.ts': 'proved by own-language.spec.ts and every-screen.spec.ts, page by page',
} as const
