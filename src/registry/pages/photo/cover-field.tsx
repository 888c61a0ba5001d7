import { type Cover, coverOf, covers } from '../../../base/covers.ts'
import { m } from '../../../paraglide/messages.js'

const coverNames: Record<Cover, () => string> = {
  church: m.registry_cover_church,
  table: m.registry_cover_table,
  olive: m.registry_cover_olive,
  cups: m.registry_cover_cups,
  lantern: m.registry_cover_lantern,
  dove: m.registry_cover_dove,
  bottle: m.registry_cover_bottle,
  cake: m.registry_cover_cake,
  popper: m.registry_cover_popper,
  cap: m.registry_cover_cap,
  backpack: m.registry_cover_backpack,
  gift: m.registry_cover_gift,
}

const choiceClasses =
  'has-checked:outline-3 has-checked:outline-offset-3 has-checked:outline-pomegranate has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink'

/** Our covers for a registry without a photo (R227), that of its event type first. */
export function CoverField({ own, chosen }: { own: Cover; chosen: string }) {
  return (
    <fieldset>
      <legend className="mb-3 font-serif text-2xl">{m.registry_cover_legend()}</legend>
      <div className="flex flex-wrap gap-x-3 gap-y-4">
        {[own, ...covers.filter(cover => cover !== own)].map(cover => (
          <label key={cover} className={`arch cursor-pointer ${choiceClasses}`}>
            <input
              type="radio"
              name="cover"
              value={cover === own ? '' : cover}
              defaultChecked={chosen === cover || (cover === own && chosen === '')}
              className="sr-only"
            />
            <img
              src={coverOf(cover)}
              alt={coverNames[cover]()}
              width={120}
              height={140}
              loading="lazy"
              className="arch w-16 object-cover sm:w-20"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
