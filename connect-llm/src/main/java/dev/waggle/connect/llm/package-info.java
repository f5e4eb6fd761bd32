/**
 * Models of many providers as harnesses: the catalog of configured models, and these models with retries and a budget.
 *
 * <pre>
 *   ModelCatalog -> provider: ProviderHarness -> StreamingCall -> wire: StreamingRequest
 *    (names, keys)             (one run)             |                     |
 *                   protocol: request, events -> StreamedReply &lt;---+   pieces, answer, error
 * </pre>
 *
 * This package has the models file, the built-in providers and the list prices. Calls of one model live in
 * {@code provider}, bytes and their limits in {@code wire}. A harness of the catalog neither retries nor settles a
 * budget; {@code LiveModels} adds both.
 */
@NullMarked
package dev.waggle.connect.llm;

import org.jspecify.annotations.NullMarked;
