/** The pages of the swarm for browsers. It alone names the server, which an application may lack. */
@NullMarked
package dev.waggle.spring.dashboard;

import org.jspecify.annotations.NullMarked;
