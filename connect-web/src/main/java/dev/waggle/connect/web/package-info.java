/**
 * Tools that read and search the web, and how they ask it: which hop may be made, by which connection, with which
 * limits of time and size. Addresses live in {@code address}, what a page says in {@code page}.
 */
@NullMarked
package dev.waggle.connect.web;

import org.jspecify.annotations.NullMarked;
