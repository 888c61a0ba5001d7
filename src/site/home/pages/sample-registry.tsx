import type { ReactNode } from 'react'
import type { TileTone } from '../../../base/tile-tones.ts'
import { m } from '../../../paraglide/messages.js'
import { CheckIcon } from '../../../ui/media/icons.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import type { PictureName } from '../../../ui/media/pictures.ts'
import { Tile } from '../../../ui/media/tile.tsx'
import { givenGiftsText } from '../../../ui/text/giving-counts.ts'

/** What a registry is, drawn with invented people: a gift that was given, one that many give together, one still open. */
export function SampleRegistry() {
  return (
    <div
      role="img"
      aria-label={m.site_sample_label()}
      className="rounded-tile border border-line bg-card p-4.5 lg:p-7"
    >
      <div className="flex items-center gap-4.5 lg:gap-6">
        <Tile tone="rose" shape="arch" className="w-20 shrink-0 items-end pb-3 lg:w-28 lg:pb-4">
          <Picture name="church" size={80} eager className="h-auto w-14 lg:w-20" />
        </Tile>
        <div className="min-w-0 flex-1">
          <p className="text-sm font-semibold text-pomegranate">{m.site_sample_event()}</p>
          <p className="font-serif text-2xl lg:text-[2rem] lg:leading-tight">{m.site_sample_names()}</p>
          <p className="mt-2 text-sm text-soft">{givenGiftsText({ items: 12, gifts_given: 5, givers: 9 })}</p>
          <SampleBar tone="olive" width="w-5/12" />
        </div>
      </div>
      <div className="mt-5 grid grid-cols-3 gap-x-3 lg:mt-6 lg:gap-x-4.5">
        <SampleGift tone="leaf" picture="plant" name={m.site_sample_given()} given>
          <span className="flex items-center gap-1 font-semibold text-olive">
            <CheckIcon /> {m.gift_given()}
          </span>
        </SampleGift>
        <SampleGift tone="sky" picture="bicycle" name={m.site_sample_group()}>
          <span className="font-semibold text-sea">{m.site_sample_together()}</span>
          <SampleBar tone="sea" width="w-7/12" />
        </SampleGift>
        <SampleGift tone="honey" picture="suitcase" name={m.site_sample_open()}>
          <span className="font-semibold">{m.site_sample_price()}</span>
        </SampleGift>
      </div>
      <p className="mt-5 border-line border-t pt-4 font-serif text-lg lg:mt-6 lg:text-xl">
        {m.site_sample_wish()} <span className="font-sans text-sm text-soft">{m.site_sample_giver()}</span>
      </p>
    </div>
  )
}

function SampleGift(props: {
  tone: TileTone
  picture: PictureName
  name: string
  given?: boolean
  children: ReactNode
}) {
  return (
    <div className="min-w-0">
      <Tile tone={props.tone} given={props.given ?? false}>
        <Picture
          name={props.picture}
          size={96}
          eager
          className={props.given ? 'h-auto w-3/5 opacity-50 grayscale' : 'h-auto w-3/5'}
        />
      </Tile>
      <p className="mt-2 text-sm leading-snug font-semibold lg:text-base lg:leading-snug">{props.name}</p>
      <div className="mt-0.5 text-sm">{props.children}</div>
    </div>
  )
}

/** A drawn bar; a real one would be read out as part of the picture. */
function SampleBar({ tone, width }: { tone: 'olive' | 'sea'; width: string }) {
  return (
    <span className="mt-1.5 block h-1.5 overflow-hidden rounded-pill bg-track">
      <span className={`block h-full rounded-pill ${tone === 'sea' ? 'bg-sea' : 'bg-olive'} ${width}`} />
    </span>
  )
}
