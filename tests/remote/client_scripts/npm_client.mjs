// The openai package of npm: models, chat, stream, its end half-way, responses.
import OpenAI from "openai";

const client = new OpenAI();
const model = (await client.models.list()).data[0].id;
const messages = [{ role: "user", content: "Hello, who are you?" }];
const whole = await client.chat.completions.create({ model, messages, max_tokens: 24, temperature: 0 });
console.log("chat:", whole.choices[0].message.content);
let text = "";
const stream = await client.chat.completions.create({
  model, messages, max_tokens: 24, temperature: 0, stream: true,
});
for await (const chunk of stream) text += chunk.choices[0]?.delta?.content ?? "";
if (text !== whole.choices[0].message.content) throw new Error(text);
const long = await client.chat.completions.create({ model, messages, max_tokens: 4000, stream: true });
for await (const chunk of long) break;
const response = await client.responses.create({ model, input: "Hello", max_output_tokens: 16 });
console.log("responses:", response.output_text);
if (!response.output_text) throw new Error("no text");
