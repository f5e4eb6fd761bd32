/**
 * Models of LangChain4j as harnesses: any {@code ChatModel} or {@code StreamingChatModel} plays an agent.
 *
 * <pre>
 *   ChatModelHarness -> ChatModelCall -> [ the library's model, on a thread of its own ]
 *     (one run)              |                     |
 *     sessions, request      +-- ChatReplyHandler &lt;+   pieces, answer, error
 * </pre>
 *
 * {@code EmbeddingModelEncoder} gives the vectors of an {@code EmbeddingModel} to a judge of proposals,
 * and {@code EmbeddingModelEmbedder} to a memory.
 *
 * <p>The wire, its timeouts and its retries are those of the library. A harness neither retries nor settles a budget;
 * {@code ResilientHarness} and {@code MeteredHarness} add both. The providers that Waggle knows by itself live in
 * {@code connect-llm}, without this library.
 */
@NullMarked
package dev.waggle.connect.langchain4j;

import org.jspecify.annotations.NullMarked;
