/** Models of many providers as harnesses: names, endpoints, keys, wire, and what a provider's errors mean. */
@NullMarked
package dev.waggle.connect.llm;

import org.jspecify.annotations.NullMarked;
