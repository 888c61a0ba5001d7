import { paths } from '../../../base/paths.ts'
import { Link } from '../../../ui/page/link.tsx'
import type { Site } from '../../../ui/page/page-context.ts'
import { classNames } from '../../../ui/style/class-names.ts'

/** The logo that the deployment configures, else the pomegranate. */
export function siteLogoUrl(site: Pick<Site, 'logoUrl'> | undefined): string {
  return site?.logoUrl ?? '/logo.svg'
}

/** Logo and name, leading home; on the narrowest screens the name is for screen readers only. */
export function BrandLink({ site, className }: { site: Site; className?: string }) {
  return (
    <Link
      to={paths.home}
      className={classNames('inline-flex min-h-11 shrink-0 items-center gap-2.5 no-underline', className)}
    >
      <img src={siteLogoUrl(site)} alt="" width={34} height={34} fetchPriority="low" className="size-8.5" />
      <span className="font-serif text-2xl font-semibold tracking-tight max-[22rem]:sr-only">
        {site.name}
      </span>
    </Link>
  )
}

/** The header of an error page without the site's data. */
export function FallbackHeader({ siteName }: { siteName: string }) {
  return (
    <header className="measure flex min-h-16 items-center">
      <Link to={paths.home} className="font-serif text-2xl font-semibold text-pomegranate no-underline">
        {siteName}
      </Link>
    </header>
  )
}
