import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** Where `npm run dev` in a browser finds a command host (the fake server or the test host). */
const host = process.env.WAYMARK_HOST ?? 'http://127.0.0.1:4310'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  clearScreen: false,
  server: {
    port: 1420,
    strictPort: true,
    proxy: { '/rpc': host, '/ask': host, '/events': host, '/page': host },
  },
  build: { outDir: 'dist', emptyOutDir: true, target: ['es2022', 'safari16'], chunkSizeWarningLimit: 1200, modulePreload: { polyfill: false } },
  test: { environment: 'jsdom', setupFiles: ['src/lib/testing/setup.ts'], css: false, restoreMocks: true, testTimeout: 60_000 },
})
