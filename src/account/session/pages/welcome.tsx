import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Link, useLocalizedHref } from '../../../ui/page/link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { Notice } from '../../../ui/text/notice.tsx'

/** How long the message stands before the target opens (R106). */
const welcomeMs = 2000

/** “You are signed in”, then the page that the visitor was going to; a link leads there at once. */
export function SignInWelcome({ to }: { to: string }) {
  const navigate = useNavigate()
  const href = useLocalizedHref(to)
  useEffect(() => {
    const timer = setTimeout(() => navigate(href, { replace: true }), welcomeMs)
    return () => clearTimeout(timer)
  }, [navigate, href])
  return (
    <Page title={m.account_login_done()} lead={m.account_login_greeting()} width="form">
      <Notice tone="done">
        <p role="status">{m.account_login_redirecting()}</p>
        <p className="mt-2">
          <Link to={to} replace variant="strong">
            {m.account_login_continue()}
          </Link>
        </p>
      </Notice>
    </Page>
  )
}
