/**
 * One model of one provider: its address and key, requests and answers mapped to and from the library, the session, and
 * what an error means. The library speaks the formats. Which providers there are is decided in the room above.
 */
@NullMarked
package dev.waggle.connect.llm.provider;

import org.jspecify.annotations.NullMarked;
