import { m } from '../../../paraglide/messages.js'

const steps: { title: () => string; text: () => string }[] = [
  { title: m.site_step_1, text: m.site_step_1_text },
  { title: m.site_step_2, text: m.site_step_2_text },
  { title: m.site_step_3, text: m.site_step_3_text },
  { title: m.site_step_4, text: m.site_step_4_text },
  { title: m.site_step_5, text: m.site_step_5_text },
  { title: m.site_step_6, text: m.site_step_6_text },
]

/** How it works in six steps, three a row (R806). */
export function HowItWorksSteps() {
  return (
    <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-x-10 gap-y-7">
      {steps.map(({ title, text }, index) => (
        <li key={title()} className="grid grid-cols-[3.25rem_minmax(0,1fr)]">
          <span
            aria-hidden="true"
            className="font-serif text-3xl leading-none font-semibold text-pomegranate"
          >
            {index + 1}
          </span>
          <div>
            <h3 className="font-sans text-xl leading-snug font-semibold tracking-normal">{title()}</h3>
            <p className="mt-1 text-soft">{text()}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
