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
  'test/backup-commands.test.ts': 'ten programs, one after another; src/server/backup has what they do',
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

/**
 * Journeys and tests of other files that the full run alone runs, by a part of their names, with what the quick run
 * has of them.
 */
export const partsInFullRunAlone = {
  "a host edits a registry's settings and deletes it":
    'src/registry has settings, photo and deletion over HTTP; every-screen.spec.ts has their pages',
  'a guest gives without JavaScript, by plain forms':
    'src/checkout, src/gift and their pages post the same forms over HTTP',
  'a registry is created with the keyboard alone':
    'creating.spec.ts creates one; src/registry has every refusal',
  'text typed over a saved one before the scripts': 'a click before the scripts, in the same file',
  'fields changed before the scripts have loaded': 'a click before the scripts, in the same file',
  'a button clicked before the scripts have loaded': 'a click before the scripts, in the same file',
  'a part of the page that loads later does not': 'page-weight.test.ts',
  'a gift that was the first thing opened has the focus':
    'a closed dialog returns the focus, in the same file',
  'a focused link in a row that scrolls': 'a followed link moves the focus, in the same file',
  'on a desk the cart is read as it is seen': 'a followed link moves the focus, in the same file',
  'a small phone shows a long surname whole': 'the first screen of a phone, in the same file',
  'the action of a gift’s sheet is seen on every phone': 'the first screen of a phone, in the same file',
  'a picture chosen anew takes the error of the first': 'a field left by Tab, in the same file',
  'the title follows the page, also after signing up': 'every-screen.spec.ts has the titles',
  'the meter of passwords never contradicts': 'strength.rules has tests of its own',
  'without storage and cookies the cart is there': 'a storage that is missing, in the same file',
  'a click with the modifier for a new tab': 'a link opens without a new document, in the same file',
  'the scroll position stays when a gift is opened': 'a link opens without a new document, in the same file',
  'going back from one registry to another': 'a link opens without a new document, in the same file',
  'submenus that failed to load are requested again': 'submenus are loaded once, in the same file',
  'pages below an entry stand in columns': 'submenus are loaded once, in the same file',
  'no menu is cut where the screen is just wide enough': 'every-screen.spec.ts finds what overflows',
  'a name typed on the other keyboard layout': 'src/registry/search has every name',
  'a pressed filter is painted before the list': 'a press that adds a gift, in the same file',
  'a page that refreshes itself is left by a link':
    'what comes into the cart while it is refreshed, in the same file',
  'what is typed into the search does not end':
    'what comes into the cart while it is refreshed, in the same file',
  'a region that was chosen stays': 'a new person types eleven things, in the same file',
  'the count of guests follows the type': 'a new person types eleven things, in the same file',
  'a long list is whole once it has loaded': 'src/gift sorts and searches over HTTP',
  'the suggested name comes with the page': 'the draft goes with the answer, in the same file',
  'a stored draft replaces nothing': 'the draft goes with the answer, in the same file',
  'what is typed before the scripts run stays in every':
    'late-scripts.spec.ts types before them, on one page',
  'a page stays when the code of the next one is refused': 'forms without an answer, in the same file',
  'neither an error nor the offline notice covers': 'nothing is tracked before consent, in the same file',
  "on a phone the banner covers neither the page's": 'nothing is tracked before consent, in the same file',
  'back from the checkout a guest goes on':
    'src/checkout has it over HTTP; main-journey.spec.ts comes back, too',
  'days are the same in every time zone': 'days are written by one function, which has tests of its own',
} as const

const escaped = Object.keys(partsInFullRunAlone).map(name => RegExp.escape(name))
/** What the quick run leaves out, by name; nothing in the full run. */
export const leftOut = process.env.TEST_FULL ? undefined : new RegExp(escaped.join('|'))
