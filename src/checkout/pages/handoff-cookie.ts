import { createSignedCookie } from '../../ui/page/cookies.ts'
import type { PageContext } from '../../ui/page/page-context.ts'

const cookie = createSignedCookie('handoff', 86_400)

interface OpenHandoff {
  reference: string
  /** Opens the words once they are paid for. */
  token: string
}

/** The hand-off that this visitor went to the shop with, for a day: whoever closes the shop's page finds it again. */
export const openHandoffCookie = {
  read(ctx: PageContext): OpenHandoff | null {
    const [reference, token] = cookie.read(ctx)?.split(' ') ?? []
    return reference && token ? { reference, token } : null
  },
  save(ctx: PageContext, { reference, token }: OpenHandoff): void {
    cookie.save(ctx, `${reference} ${token}`)
  },
  clear: cookie.clear,
}
