/** Task model of the Agent2Agent protocol as immutable records, the same for all its versions. It has no JSON. */
@NullMarked
package dev.waggle.connect.a2a.protocol;

import org.jspecify.annotations.NullMarked;
