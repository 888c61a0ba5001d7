import * as z from 'zod'
import { email } from '../base/fields.ts'
import { staffRoles } from '../base/staff-roles.ts'
import type { Config } from '../server/config.ts'
import { loadAppBundle, openEnvironment, stopProcess } from './environment.ts'

const usage = `npm run staff -- invite NAME EMAIL ROLE   sends a link that works once, for 48 hours, and prints it;
                                          ROLE is ${staffRoles.join(', ')}
npm run staff -- remove EMAIL             ends this person's access and sessions
npm run staff -- unlock EMAIL             forgets all wrong tries at this person's sign-in`

const invitation = z.tuple([z.string().trim().min(1).max(100), email, z.enum(staffRoles)])

/** Invites one of the staff, ends their access (R960), or forgets wrong tries (R1241). */
export async function staffFromTerminal(config: Config, [action, ...args]: string[]): Promise<void> {
  const invited = action === 'invite' ? invitation.safeParse(args).data : undefined
  const named = (action === 'remove' || action === 'unlock') && args.length === 1 ? args[0] : undefined
  if (!invited && named === undefined) {
    console.error(usage)
    return stopProcess(2)
  }
  const product = await loadAppBundle()
  const dependencies = (await openEnvironment({ ...config, LOG_LEVEL: 'silent' })).dependenciesFor(product)
  if (invited) {
    const [name, address, role] = invited
    const link = await product.inviteStaff(dependencies, { name, email: address, role })
    console.log(
      `${name} can join as ${role} within 48 hours, once:\n${link}\nThe link goes to ${address}, too.`,
    )
    if (!config.STAFF_CONSOLE) console.log('The console is off: set STAFF_CONSOLE=true.')
    return stopProcess(0)
  }
  const isDone = await product[action === 'unlock' ? 'unlockStaff' : 'endStaff'](dependencies, named ?? '')
  const done = action === 'unlock' ? 'They can try again at once.' : 'They sign in no more.'
  console.log(isDone ? done : 'There is nobody with that e-mail.')
  await stopProcess(isDone ? 0 : 1)
}
