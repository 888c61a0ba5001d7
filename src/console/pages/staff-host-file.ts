import { pageContext } from '../../ui/page/page-context.ts'
import type { Route } from './+types/staff-host-file'
import { callConsole } from './frame/console-call.ts'
import { personalDataFile } from './frame/console-files.ts'

/** The file that hosts can download themselves, for a host who asks for it on the telephone or by letter. */
export async function loader(args: Route.LoaderArgs) {
  args.context.get(pageContext).hideFromSearchEngines()
  const { id } = args.params
  return personalDataFile(await callConsole(args, 'exportHost', { id }), `host-${Number(id)}.json`)
}
