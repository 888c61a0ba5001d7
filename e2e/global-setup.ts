import { makeFirstSite } from './running-site.ts'
import { installSecondEngines } from './second-engines/install.ts'

/** What it answers is called at the end of the run. */
export default function prepareRun() {
  // Once, before there are workers: two that install into one folder remove each other's packages.
  if (process.env.TEST_FULL) installSecondEngines()
  return makeFirstSite()
}
