/** Whether this SVG may be dressed anew: colours of a chart stand for its data. */
export const takesStyles = (svg = '') => !svg.includes(' data-mark="')
