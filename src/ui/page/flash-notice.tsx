import { useState } from 'react'
import { useNavigation } from 'react-router'
import { Notice } from '../text/facts.tsx'
import { Link } from './link.tsx'
import { useSiteData } from './site-data.ts'

/** The message that the previous page left for this one, above the content, until a form is sent. */
export function FlashNotice({ className }: { className?: string }) {
  const notice = useSiteData()?.flash
  const [outdated, setOutdated] = useState<typeof notice>()
  const isSubmitting = useNavigation().state === 'submitting'
  if (isSubmitting && outdated !== notice) setOutdated(notice)
  if (!notice || outdated === notice) return null
  return (
    <div className={className} role={notice.tone === 'done' ? 'status' : undefined}>
      <Notice tone={notice.tone} title={notice.title}>
        {notice.body}
        {notice.link && (
          <p className="mt-2">
            <Link to={notice.link.to} variant="strong">
              {notice.link.label}
            </Link>
          </p>
        )}
      </Notice>
    </div>
  )
}
