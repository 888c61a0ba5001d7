import { makeFirstSite } from './running-site.ts'

/** What it answers is called at the end of the run. */
export default makeFirstSite
