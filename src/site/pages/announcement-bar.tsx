import { useLocation } from 'react-router'
import { m } from '../../paraglide/messages.js'
import { Form } from '../../ui/form/form.tsx'
import { CloseIcon } from '../../ui/media/icons.tsx'
import { Link } from '../../ui/page/link.tsx'
import type { SiteData } from '../../ui/page/site-data.ts'

/** Shown on top of every page until the visitor closes it (R822). */
export function AnnouncementBar({ announcement }: { announcement: SiteData['announcement'] }) {
  const { pathname, search } = useLocation()
  if (!announcement) return null
  return (
    <aside aria-label={m.site_announcement()} className="no-print bg-ink text-paper">
      <div className="measure flex items-center gap-4 py-1.5 [&_:focus-visible]:outline-paper">
        <p className="flex-1 text-sm">
          {announcement.path ? (
            <Link to={announcement.path} variant="text" className="inline-block py-0.5">
              {announcement.text}
            </Link>
          ) : (
            announcement.text
          )}
        </p>
        <Form role="presentation" method="post" action="/announcement" preventScrollReset>
          <input type="hidden" name="back" value={pathname + search} />
          <button
            type="submit"
            aria-label={m.site_announcement_close()}
            className="flex size-9 items-center justify-center rounded-pill hover:bg-paper/12"
          >
            <CloseIcon />
          </button>
        </Form>
      </div>
    </aside>
  )
}
