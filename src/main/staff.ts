import * as z from 'zod'
import { email } from '../base/fields.ts'
import { staffRoles } from '../base/staff-roles.ts'
import type { Config } from '../server/config.ts'
import { loadAppBundle, openEnvironment, stopProcess } from './environment.ts'

const usage = `npm run staff -- invite NAME EMAIL ROLE   sends a link that works once, for 48 hours, and prints it;
                                          ROLE is ${staffRoles.join(', ')}
npm run staff -- remove EMAIL             ends this person's access and sessions`

const invitation = z.tuple([z.string().trim().min(1).max(100), email, z.enum(staffRoles)])

/** Invites one of the staff, or ends their access (R960). */
export async function staffFromTerminal(config: Config, [action, ...args]: string[]): Promise<void> {
  const invited = action === 'invite' ? invitation.safeParse(args).data : undefined
  const removed = action === 'remove' && args.length === 1 ? args[0] : undefined
  if (!invited && removed === undefined) {
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
  const isEnded = await product.endStaff(dependencies, removed ?? '')
  console.log(isEnded ? 'They sign in no more.' : 'There is nobody with that e-mail.')
  await stopProcess(isEnded ? 0 : 1)
}
