/** Chat models of Spring AI as harnesses. It alone names the classes of Spring AI, which an application may lack. */
@NullMarked
package dev.waggle.spring.ai;

import org.jspecify.annotations.NullMarked;
