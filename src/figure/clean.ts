export const cleanSvg = (svg: string): string => svg
