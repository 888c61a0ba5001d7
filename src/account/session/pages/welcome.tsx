import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Link, useLocalizedHref } from '../../../ui/page/link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { Notice } from '../../../ui/text/notice.tsx'

/** Spec §9: so long the success stands before the page moves on. */
const welcomeMs = 2000

/** “You are signed in”, then on to where the visitor was going; who will not wait takes the link. */
export function SignInWelcome({ to }: { to: string }) {
  const navigate = useNavigate()
  const address = useLocalizedHref(to)
  useEffect(() => {
    const timer = setTimeout(() => navigate(address, { replace: true }), welcomeMs)
    return () => clearTimeout(timer)
  }, [navigate, address])
  return (
    <Page title={m.account_login_done()} lead={m.account_login_greeting()} width="form">
      <Notice tone="done">
        <p role="status">{m.account_login_redirecting()}</p>
        <p className="mt-2">
          <Link to={to} replace variant="weight">
            {m.account_login_continue()}
          </Link>
        </p>
      </Notice>
    </Page>
  )
}
