import { languageDetails, languages } from '../../base/language.ts'
import { paths, withLanguage } from '../../base/paths.ts'
import { m } from '../../paraglide/messages.js'
import { Link } from '../../ui/page/link.tsx'

/** The bar, or a part of the page that hosts change elsewhere. */
export type HostPart = 'bar' | 'photo' | 'words' | 'gifts'

/** Where each part is changed. */
const partLinks = {
  photo: { to: (id: string) => paths.editRegistry(id), label: m.host_bar_photo },
  words: { to: (id: string) => paths.editRegistry(id), label: m.host_edit_words },
  gifts: { to: paths.manageGifts, label: m.host_edit_gifts },
}

/** What hosts see on their own registry, and guests never load (R247). */
export default function HostTools({ part, id, secret }: { part: HostPart; id: string; secret: boolean }) {
  if (part === 'bar') return <HostBar id={id} isSurprise={secret} />
  const { to, label } = partLinks[part]
  return (
    <p className={`host-edit host-edit-${part} no-print`}>
      <Link to={to(id)} variant="text" className="target">
        {label()}
      </Link>
    </p>
  )
}

/** That guests see the page so, or in surprise mode what they see besides, where its hosts change it, and how it looks without what is theirs. */
function HostBar({ id, isSurprise }: { id: string; isSurprise: boolean }) {
  const label = isSurprise ? m.host_bar_surprise() : m.host_bar_label()
  return (
    <nav aria-label={label} className="no-print border-line border-b bg-sand">
      <div className="host-bar measure">
        <p className="me-auto">{label}</p>
        <Link to={paths.manageGifts(id)}>{m.host_bar_manage()}</Link>
        <Link to={paths.editRegistry(id)}>{m.host_bar_photo()}</Link>
        <Link to={paths.shareRegistry(id)} preventScrollReset>
          {m.registry_share()}
        </Link>
        <span>
          {m.host_bar_as_guest()}
          {languages.map(language => (
            // A new document: another language, and another page of the same address.
            <a
              key={language}
              href={withLanguage(`${paths.registry(id)}?view=guest`, language)}
              lang={language}
              hrefLang={language}
            >
              {languageDetails[language].label}
            </a>
          ))}
        </span>
      </div>
    </nav>
  )
}
