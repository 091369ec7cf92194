// The AI SDK of npm with its OpenAI-compatible and Anthropic providers: text, stream, objects, tools.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  Output, cosineSimilarity, embedMany, generateText, stepCountIs, streamText, tool,
} from "ai";
import { z } from "zod";

const { HUBBUB_ADDRESS: address, HUBBUB_TOKEN: token } = process.env;
const baseURL = `${address}/v1`;
const options = { name: "hubbub", baseURL, apiKey: token, includeUsage: true };
const chat = createOpenAICompatible(options)("local");
const strict = createOpenAICompatible({ ...options, supportsStructuredOutputs: true })("local");
const messages = createAnthropic({ baseURL, apiKey: token })("claude-local");
const prompt = "Ada is 36 years old and lives in London.";
const common = { prompt, maxOutputTokens: 200, temperature: 0, maxRetries: 0 };
const person = z.object({
  name: z.string().max(30),
  age: z.number().int().min(0).max(120),
  mood: z.enum(["happy", "sad"]),
  pets: z.array(z.string().max(10)).max(2),
});
// For Anthropic's API the provider turns limits into words, which no grammar keeps.
const choices = z.object({
  name: z.enum(["Ada", "Bob"]),
  mood: z.enum(["happy", "sad"]),
  isKnown: z.boolean(),
});
const rain = tool({
  description: "Say whether it rains.",
  inputSchema: z.object({ city: z.enum(["Rome", "Oslo"]), day: z.number().int().min(1).max(7) }),
  execute: async ({ city }) => ({ city, rain: true }),
});

function check(holds, text) {
  if (!holds) throw new Error(text);
}

async function text(model) {
  const { text, usage } = await generateText({ ...common, model, system: "Be kind." });
  check(text && usage.outputTokens > 0, "no text, or no usage");
}

async function stream(model, isSteady = true) {
  const result = streamText({ ...common, model, onError() {} });
  let text = "", count = 0;
  for await (const piece of result.textStream) { text += piece; count += 1; }
  check(count > 1, "one piece only");
  check((await result.usage).outputTokens > 0, "no usage");
  // For Anthropic's API the provider leaves out the temperature.
  if (isSteady) check(text === (await generateText({ ...common, model })).text, "they differ");
}

async function object(model, schema = person) {
  const { output } = await generateText({ ...common, model, output: Output.object({ schema }) });
  check(schema.safeParse(output).success, JSON.stringify(output));
}

async function streamedObject(model) {
  const output = Output.object({ schema: person });
  const result = streamText({ ...common, model, output, onError() {} });
  let count = 0;
  for await (const part of result.partialOutputStream) count += 1;
  check(count > 1 && person.safeParse(await result.output).success, "not streamed, or invalid");
}

async function called(model) {
  const result = await generateText({ ...common, model, tools: { rain }, toolChoice: "required" });
  check(result.toolCalls.length >= 1 && result.toolCalls[0].toolName === "rain", "no call");
  check(!result.toolCalls[0].invalid, `invalid: ${result.toolCalls[0].error}`);
}

async function streamedCall(model) {
  const result = streamText({ ...common, model, tools: { rain }, toolChoice: "required", onError() {} });
  let deltas = 0;
  for await (const part of result.fullStream) {
    if (part.type === "error") throw part.error;
    deltas += part.type === "tool-input-delta";
  }
  check((await result.toolCalls)[0]?.toolName === "rain", "no call");
  check(deltas > 1, `the arguments came in ${deltas} piece`);
}

async function steps(model) {
  const prepareStep = ({ stepNumber }) =>
    stepNumber === 0 ? { toolChoice: { type: "tool", toolName: "rain" } } : { toolChoice: "none" };
  const result = await generateText({
    ...common, model, tools: { rain }, prepareStep, stopWhen: stepCountIs(2),
  });
  check(result.steps.length === 2 && result.steps[0].toolResults.length === 1, "no second step");
}

async function embeddings() {
  const model = createOpenAICompatible(options).embeddingModel("local");
  const values = ["The cat sleeps.", "A cat is asleep.", "def f(x): return x + 1"];
  const { embeddings: [one, two, other] } = await embedMany({ model, values, maxRetries: 0 });
  check(cosineSimilarity(one, two) > cosineSimilarity(one, other), "the wrong text is nearest");
}

const checks = {
  "chat: text": () => text(chat),
  "chat: stream": () => stream(chat),
  // The schema is only in the prompt, and no grammar keeps a small model to it.
  "chat: any object": () => object(chat, z.looseObject({})),
  "chat: object by schema": () => object(strict),
  "chat: object by schema, streamed": () => streamedObject(strict),
  "chat: tools": () => called(chat),
  "chat: tools, streamed": () => streamedCall(chat),
  "chat: two steps": () => steps(chat),
  "messages: text": () => text(messages),
  "messages: stream": () => stream(messages, false),
  "messages: object": () => object(messages, choices),
  "messages: tools": () => called(messages),
  "messages: tools, streamed": () => streamedCall(messages),
  "messages: two steps": () => steps(messages),
  "embeddings": embeddings,
};
let failed = 0;
for (const [name, run] of Object.entries(checks)) {
  try {
    await run();
    console.log(`+ ${name}`);
  } catch (error) {
    failed += 1;
    const reason = `${error}${error.responseBody ?? ""}`.replace(/\s+/g, " ").slice(0, 400);
    console.log(`- ${name} => ${reason}`);
  }
}
process.exit(failed ? 1 : 0);
