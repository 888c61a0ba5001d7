import { useLocation } from 'react-router'
import { languages } from '../../base/language.ts'
import { isHostPath } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { ChevronIcon } from '../../ui/media/icons.tsx'
import { useLocalizedHref } from '../../ui/page/link.tsx'
import type { SiteData } from '../../ui/page/site-data.ts'
import { BrandLink, footerColumns, LanguageLink, LinkItems, legalLinks } from './frame/site-links.tsx'

const itemClasses = 'reach text-paper/80 underline-offset-4 hover:text-paper hover:underline'

/** The footer of every page (R805), folded to one line on the pages of hosts. */
export function Footer({ data }: { data: SiteData }) {
  const isFolded = isHostPath(useLocation().pathname)
  return (
    <footer className="no-print bg-ink text-paper [&_:focus-visible]:outline-paper">
      {isFolded ? (
        <details className="group/footer">
          <summary className="measure flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
            <span>{data.site.name}</span>
            <span className="flex items-center gap-2 font-semibold">
              {m.site_footer_all()}
              <span className="group-open/footer:rotate-180">
                <ChevronIcon />
              </span>
            </span>
          </summary>
          <FooterContent data={data} />
        </details>
      ) : (
        <FooterContent data={data} />
      )}
    </footer>
  )
}

/** The columns fold on phones. */
function FooterContent({ data }: { data: SiteData }) {
  const { site, language } = data
  return (
    <div className="measure pt-14 pb-10">
      {/* Widths in rem, so that with large text the columns wrap before a word is cut. */}
      <div className="flex flex-wrap gap-x-10 sm:gap-y-8">
        <div className="basis-full max-sm:mb-8 lg:grow-[1.45] lg:basis-[16rem]">
          <BrandLink site={site} />
          <NewsletterForm />
        </div>
        {footerColumns.map(column => (
          <nav key={column.title()} aria-label={column.title()} className="footer-column">
            <p className="mb-2 font-semibold">{column.title()}</p>
            <details>
              <summary>
                {column.title()} <ChevronIcon />
              </summary>
              <ul className="flex flex-col">
                <LinkItems links={column.links} className={itemClasses} />
              </ul>
            </details>
          </nav>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-8 gap-y-3 border-t border-paper/20 pt-6 sm:mt-12">
        {site.social.length > 0 && (
          <ul className="mr-auto flex flex-wrap gap-x-6">
            {site.social.map(({ name, url }) => (
              <li key={name}>
                <a href={url} rel="me noopener" className={itemClasses}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        )}
        <div className="flex gap-6">
          {languages.map(option => (
            <LanguageLink
              key={option}
              language={option}
              current={option === language}
              className={`${itemClasses} aria-[current=true]:font-semibold aria-[current=true]:text-paper`}
            />
          ))}
        </div>
      </div>
      <nav aria-label={m.site_legal()} className="mt-4 text-sm">
        <ul className="flex flex-wrap gap-x-6">
          <LinkItems links={legalLinks} className={itemClasses} />
        </ul>
      </nav>
      <p className="mt-4 text-sm text-paper/80">{companyFacts(site).join('\u00a0· ')}</p>
    </div>
  )
}

/** The facts that companies have to publish by law, and the version. */
function companyFacts({ name, version, company }: SiteData['site']): string[] {
  const { address, taxId, registryId } = company
  return [
    company.name ?? name,
    ...(address ? [address] : []),
    ...(taxId ? [m.site_company_tax_id({ number: taxId })] : []),
    ...(registryId ? [m.site_company_registry_id({ number: registryId })] : []),
    m.site_version({ version }),
  ]
}

/** Sign-up for the shop's newsletter: POST /subscribe.php with the fields of the platform (R805). */
function NewsletterForm() {
  return (
    <form
      aria-label={m.site_newsletter_submit()}
      action={useLocalizedHref('/subscribe.php')}
      method="post"
      className="mt-2 sm:max-w-85"
    >
      <input type="hidden" name="action" value="subscribe" />
      <input type="hidden" name="nl_first_name" value="bc" />
      <input type="hidden" name="check" value="1" />
      <label htmlFor="newsletter" className="block text-paper/80">
        {m.site_newsletter_lead()}
      </label>
      <div className="mt-3 flex flex-wrap rounded-pill bg-paper/8 edge-forced has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-paper">
        <input
          id="newsletter"
          type="email"
          name="nl_email"
          required
          autoComplete="email"
          placeholder={m.common_your_email()}
          className="min-h-12 min-w-0 flex-1 basis-24 rounded-pill bg-transparent px-4.5 outline-none placeholder:text-paper/70"
        />
        <button
          type="submit"
          className="min-h-12 shrink-0 rounded-pill bg-pomegranate edge-forced px-4.5 font-semibold text-white hover:bg-deep"
        >
          {m.site_newsletter_submit()}
        </button>
      </div>
    </form>
  )
}
