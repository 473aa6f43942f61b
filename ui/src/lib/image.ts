/** Fetches an image until it can be shown without a gap; what is not looked at any more keeps nobody waiting. */
export function load(url: string, done: (image: HTMLImageElement) => void, failed: () => void): () => void {
  const image = new Image()
  let alive = true
  image.src = url
  image.decode().then(
    () => alive && done(image),
    () => alive && failed(),
  )
  return () => {
    alive = false
    if (!image.complete) image.src = ''
  }
}
