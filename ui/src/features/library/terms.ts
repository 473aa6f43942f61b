/** Key terms as typed: one per line or parted by semicolons, each once whatever its case. A comma may belong to a name. */
export function termsOf(text: string): string[] {
  const seen = new Set<string>()
  const terms: string[] = []
  for (const part of text.split(/[\n;；]/)) {
    const term = part.trim()
    if (term === '' || seen.has(term.toLowerCase())) continue
    seen.add(term.toLowerCase())
    terms.push(term)
  }
  return terms
}
