// The programs that answer requests. The adaptor's loader starts a program for each request, which costs more than
// most answers. Here a program that has answered waits for the next request.
import "./wasm_exec.js";

/** The adaptor calls this where a call may throw. */
globalThis.tryCatch = (call) => {
  try {
    return {result: call()};
  } catch (error) {
    return {error};
  }
};

const most = 2; // the most programs that wait
const memory = 32 * 1024 * 1024; // bytes; memory never shrinks, so a larger program ends with its request

/** One program. It answers one request at a time. */
class Program {
  go = new Go();
  /** The program reads this as `context`. It reads `env` once, at its start. */
  context = {binding: {}, env: {}, ctx: undefined};

  constructor(module) {
    const ready = new Promise((resolve) => (this.ready = resolve));
    this.instance = new WebAssembly.Instance(module, {...this.go.importObject, workers: {ready: () => this.ready()}});
    this.started = ready;
  }

  /** Starts the program, or wakes it. A timer that an earlier request set ended with that request. */
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

/** Answers requests, with one program for each concurrent request. */
export class Programs {
  waiting = [];

  /** Creates the first instance before the first request. Its start needs random numbers, which a request must bring. */
  constructor(module) {
    this.module = module;
    this.waiting.push(new Program(module));
  }

  /** A program that fails, or whose request the platform ends, is not used again. */
  async answer(request, env, ctx, pause) {
    const program = this.waiting.pop() ?? new Program(this.module);
    await program.begin(env, ctx, pause);
    const response = await program.context.binding.handleRequest(request);
    if (program.small && this.waiting.length < most) this.waiting.push(program);
    return response;
  }
}
