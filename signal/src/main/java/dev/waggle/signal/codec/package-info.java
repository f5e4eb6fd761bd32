/**
 * JSON codecs of every signal and of every entry of the log. Codecs are explicit: names and ranges of fields are
 * defined in this package, not in annotations.
 *
 * <p>An entry of the log is one JSON object on one line: four fields of the log, then the fields of the signal.
 *
 * <pre>{@code
 * {"seq":7,"recordedAt":1767225600000,"by":"ada","invocation":2,
 *  "id":"sig_01k...","type":"vote","source":{"type":"agent","id":"ada"},
 *  "data":{"proposalId":"p1","stance":"agree","weight":0.8},
 *  "createdAt":1767225600000,"scope":{"run":"solve_01k...","round":1},"confidence":0.8}
 * }</pre>
 *
 * <table>
 * <caption>Fields; all but the first six may be absent</caption>
 * <tr><th>field</th><th>holds</th></tr>
 * <tr><td>{@code seq}</td><td>log: place in the log, from 1, without gaps</td></tr>
 * <tr><td>{@code recordedAt}</td><td>log: when the log recorded it, a time</td></tr>
 * <tr><td>{@code by}</td><td>log: the authenticated emitter</td></tr>
 * <tr><td>{@code id}, {@code type}</td><td>texts</td></tr>
 * <tr><td>{@code source}</td><td>the claimed source: {@code {"type":"agent","id":"ada"}}; or type {@code system},
 * {@code webhook} and {@code process} with {@code id} if known, {@code harness} with {@code agent} and {@code harness}
 * if known, {@code name} with {@code name}, {@code none}</td></tr>
 * <tr><td>{@code createdAt}</td><td>when it was created, a time</td></tr>
 * <tr><td>{@code invocation}</td><td>log: the call of that agent, from 1; absent when no agent emitted it</td></tr>
 * <tr><td>{@code data}</td><td>swarm types: the fields of the payload, under the names of their record; all others: any
 * value, where absent and null are two things</td></tr>
 * <tr><td>{@code summary}, {@code details}, {@code schema}</td><td>beside the data of all but swarm types</td></tr>
 * <tr><td>{@code profile}</td><td>the family of the type, where it is neither a swarm word of the swarm family nor
 * another word of the custom family</td></tr>
 * <tr><td>{@code scope}</td><td>{@code tenant}, {@code thread}, {@code run}, {@code round}, {@code step}</td></tr>
 * <tr><td>{@code links}</td><td>{@code cause}, {@code replyTo}, {@code replaces}, {@code about}</td></tr>
 * <tr><td>{@code confidence}, {@code priority}, {@code priorityValue}, {@code causalLevel}</td><td>the
 * grading</td></tr>
 * <tr><td>{@code lifetime}</td><td>{@code {"type":"unlimited"}}, {@code {"type":"ttl","span":5000}} or {@code
 * {"type":"untilStep","step":3}}; absent: the bus decides</td></tr>
 * <tr><td>{@code audience}</td><td>{@code {"type":"role","word":"coordinator"}} or {@code
 * {"type":"ids","ids":["ada"]}}; absent: all subscribers</td></tr>
 * <tr><td>{@code extensions}</td><td>further named values; they have an object of their own, so that no name of
 * theirs can meet a field of the signal or the log. Unknown fields, which a newer or another program wrote, are read
 * as extensions too. If one has the name of an extension, the extension counts</td></tr>
 * </table>
 *
 * <p>A time is a whole number of milliseconds since 1970, or ISO-8601 text where that would lose digits; a span
 * likewise. {@link TextPatterns} defines the accepted texts. The JSON Schemas of the journal accept
 * the same values.
 */
@NullMarked
package dev.waggle.signal.codec;

import org.jspecify.annotations.NullMarked;
