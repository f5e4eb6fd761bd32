/** The models of an application by name: its beans, and those of providers. */
@NullMarked
package dev.waggle.spring.model;

import org.jspecify.annotations.NullMarked;
