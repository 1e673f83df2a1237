// The programs that answer requests. The adaptor's own loader starts one for each request, which costs more than most
// answers do. Here a program that has answered waits for the next request.
import "./wasm_exec.js";

/** What the adaptor's code calls where a call may throw. */
globalThis.tryCatch = (call) => {
  try {
    return {result: call()};
  } catch (error) {
    return {error};
  }
};

const most = 2; // programs that wait
const memory = 32 * 1024 * 1024; // bytes; memory never shrinks, so a larger program ends with its request

/** One program. It answers one request at a time. */
class Program {
  go = new Go();
  /** What the program reads as `context`. It reads `env` once, at its start. */
  context = {binding: {}, env: {}, ctx: undefined};

  constructor(module) {
    const ready = new Promise((resolve) => (this.ready = resolve));
    this.instance = new WebAssembly.Instance(module, {...this.go.importObject, workers: {ready: () => this.ready()}});
    this.started = ready;
  }

  /** Starts the program, or wakes it: a timer that an earlier request has left ended with that request. */
  async begin(env, ctx, pause) {
    this.pause = pause;
    this.context.ctx = ctx;
    if (this.running) {
      this.go._resume();
      return;
    }
    this.context.env = {...env, PAUSE: () => this.pause()};
    this.running = this.go.run(this.instance, this.context);
    await this.started;
  }

  get small() {
    return this.instance.exports.mem.buffer.byteLength <= memory;
  }
}

/** Answers requests with so many programs as there are requests at a time. */
export class Programs {
  waiting = [];

  /** The first instance is made before the first request. It can't be started before: that takes random numbers. */
  constructor(module) {
    this.module = module;
    this.waiting.push(new Program(module));
  }

  /** A program that fails, and one whose request the platform ends, is forgotten. */
  async answer(request, env, ctx, pause) {
    const program = this.waiting.pop() ?? new Program(this.module);
    await program.begin(env, ctx, pause);
    const response = await program.context.binding.handleRequest(request);
    if (program.small && this.waiting.length < most) this.waiting.push(program);
    return response;
  }
}
