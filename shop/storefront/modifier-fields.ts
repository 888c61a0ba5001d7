import { html, raw } from 'hono/html'
import { isChoiceModifier } from '../catalogue/modifiers.ts'
import type { Modifier } from '../catalogue/types.ts'
import type { Html, PageContext } from './layout.ts'

export function modifierField(ctx: PageContext, modifier: Modifier): Html {
  const name = `option-${modifier.id}`
  const label = modifier.name[ctx.language] + (modifier.required ? '' : ` (${ctx.t('optional')})`)
  if (modifier.type === 'file') return html`<p>${label}: ${ctx.t('needsFile')}</p>`
  const required = modifier.required ? raw('required') : ''
  if (modifier.type === 'checkbox')
    return html`<p>${label}</p><label><input type="checkbox" name="${name}" value="${modifier.checkedId}" ${required}> ${modifier.label[ctx.language]}</label>`
  return html`<label for="${name}">${label}</label>${control(ctx, modifier, name, required)}`
}

function control(
  ctx: PageContext,
  modifier: Exclude<Modifier, { type: 'file' | 'checkbox' }>,
  name: string,
  required: Html | '',
): Html {
  if (isChoiceModifier(modifier))
    return html`<select id="${name}" name="${name}" ${required}><option value="">${ctx.t('choose')}</option>
${modifier.values.map(value => html`<option value="${value.id}">${value.label[ctx.language]}</option>`)}</select>`
  if (modifier.type === 'multi_line_text')
    return html`<textarea id="${name}" name="${name}" rows="${modifier.maxLines ?? 4}" maxlength="${modifier.maxLength ?? 1000}" ${required}></textarea>`
  if (modifier.type === 'text')
    return html`<input id="${name}" name="${name}" minlength="${modifier.minLength ?? 0}" maxlength="${modifier.maxLength ?? 255}" autocomplete="off" ${required}>`
  if (modifier.type === 'date')
    return html`<input id="${name}" name="${name}" type="date" min="${modifier.earliest ?? ''}" max="${modifier.latest ?? ''}" ${required}>`
  return html`<input id="${name}" name="${name}" type="number" min="${modifier.lowest ?? ''}" max="${modifier.highest ?? ''}" step="${modifier.integersOnly ? 1 : 'any'}" ${required}>`
}
