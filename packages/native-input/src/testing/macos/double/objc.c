#include "windows.h"

#define MOST_SELECTORS 256
#define MOST_POOLED 4096

/* objc_msgSend finds the method and goes on in it with every argument as it came, whatever its signature. */
#if defined(__x86_64__)
__asm__(".text\n.globl objc_msgSend\n.type objc_msgSend, @function\nobjc_msgSend:\n"
        "push %rbp\nmov %rsp, %rbp\nsub $192, %rsp\n"
        "mov %rdi, 0(%rsp)\nmov %rsi, 8(%rsp)\nmov %rdx, 16(%rsp)\nmov %rcx, 24(%rsp)\n"
        "mov %r8, 32(%rsp)\nmov %r9, 40(%rsp)\nmov %rax, 48(%rsp)\n"
        "movups %xmm0, 64(%rsp)\nmovups %xmm1, 80(%rsp)\nmovups %xmm2, 96(%rsp)\nmovups %xmm3, 112(%rsp)\n"
        "movups %xmm4, 128(%rsp)\nmovups %xmm5, 144(%rsp)\nmovups %xmm6, 160(%rsp)\nmovups %xmm7, 176(%rsp)\n"
        "call find_method\nmov %rax, %r11\n"
        "mov 0(%rsp), %rdi\nmov 8(%rsp), %rsi\nmov 16(%rsp), %rdx\nmov 24(%rsp), %rcx\n"
        "mov 32(%rsp), %r8\nmov 40(%rsp), %r9\nmov 48(%rsp), %rax\n"
        "movups 64(%rsp), %xmm0\nmovups 80(%rsp), %xmm1\nmovups 96(%rsp), %xmm2\nmovups 112(%rsp), %xmm3\n"
        "movups 128(%rsp), %xmm4\nmovups 144(%rsp), %xmm5\nmovups 160(%rsp), %xmm6\nmovups 176(%rsp), %xmm7\n"
        "leave\njmp *%r11\n.size objc_msgSend, .-objc_msgSend\n");
#elif defined(__aarch64__)
__asm__(".text\n.globl objc_msgSend\n.type objc_msgSend, %function\nobjc_msgSend:\n"
        "stp x29, x30, [sp, #-16]!\nmov x29, sp\nsub sp, sp, #208\n"
        "stp x0, x1, [sp]\nstp x2, x3, [sp, #16]\nstp x4, x5, [sp, #32]\nstp x6, x7, [sp, #48]\nstr x8, [sp, #64]\n"
        "stp q0, q1, [sp, #80]\nstp q2, q3, [sp, #112]\nstp q4, q5, [sp, #144]\nstp q6, q7, [sp, #176]\n"
        "bl find_method\nmov x17, x0\n"
        "ldp x0, x1, [sp]\nldp x2, x3, [sp, #16]\nldp x4, x5, [sp, #32]\nldp x6, x7, [sp, #48]\nldr x8, [sp, #64]\n"
        "ldp q0, q1, [sp, #80]\nldp q2, q3, [sp, #112]\nldp q4, q5, [sp, #144]\nldp q6, q7, [sp, #176]\n"
        "add sp, sp, #208\nldp x29, x30, [sp], #16\nbr x17\n.size objc_msgSend, .-objc_msgSend\n");
#else
#error "The double has no objc_msgSend for this processor."
#endif

static const char *selectors[MOST_SELECTORS];
static int selector_count;
/* Objects to be released, with NULL where a pool begins. */
static void *pooled[MOST_POOLED];
static int pooled_count;

/* objc/runtime.h */
API const void *sel_registerName(const char *str) {
  CALLED_POINTER("\"%s\"", str);
  for (int index = 0; index < selector_count; index += 1) {
    if (!strcmp(selectors[index], str)) return selectors[index];
  }
  if (selector_count == MOST_SELECTORS) abort();
  selectors[selector_count] = strdup(str);
  return selectors[selector_count++];
}

API const void *objc_getClass(const char *name) {
  CALLED_POINTER("\"%s\"", name);
  class *found = class_named(name);
  if (!found) fault("there is no class %s", name);
  return found;
}

/* In no header: the pools of automatic reference counting. */
API void *objc_autoreleasePoolPush(void) {
  if (pooled_count == MOST_POOLED) abort();
  pooled[pooled_count++] = NULL;
  return (void *)(intptr_t)pooled_count;
}

API void objc_autoreleasePoolPop(void *pool) {
  int from = (int)(intptr_t)pool - 1;
  if (from < 0 || from >= pooled_count || pooled[from]) {
    fault("objc_autoreleasePoolPop was given no pool");
    return;
  }
  for (int index = from + 1; index < pooled_count; index += 1) {
    if (!pooled[index]) fault("a pool was left open in another one");
  }
  while (pooled_count > from) {
    void *last = pooled[--pooled_count];
    if (last) release(last, "an autorelease pool");
  }
}

void *autoreleased(void *any) {
  if (pooled_count == 0) fault("an object was autoreleased with no pool in place");
  else if (pooled_count == MOST_POOLED) abort();
  else pooled[pooled_count++] = any;
  return any;
}

API int double_open_pools(void) { return pooled_count; }

static bool is_selector(const char *name) {
  for (int index = 0; index < selector_count; index += 1) {
    if (selectors[index] == name) return true;
  }
  return false;
}

static class *class_of(const object *receiver) {
  switch (receiver->is) {
    case KIND_CLASS: return (class *)receiver;
    case KIND_STRING: return class_named("NSString");
    case KIND_INSTANCE: return ((const instance *)receiver)->isa;
    default: return NULL;
  }
}

static const method *method_of(const object *receiver, const char *selector) {
  for (const class *of = class_of(receiver); of; of = of->super) {
    const method *known = receiver->is == KIND_CLASS ? of->class_methods : of->methods;
    for (; known && known->selector; known += 1) {
      if (!strcmp(known->selector, selector)) return known;
    }
  }
  return NULL;
}

bool has_method(const object *receiver, const char *selector) { return method_of(receiver, selector) != NULL; }

static bool is_alive(const object *receiver) { return receiver && receiver->magic == 0xa11fe000u && class_of(receiver); }

static long long planned;
static long long answer_nothing(void) { return 0; }
static long long answer_planned(void) { return planned; }

/* Between `alloc` and `init` an object takes no other message. */
static bool may_take(const object *receiver, const char *selector) {
  return receiver->is != KIND_INSTANCE || ((const instance *)receiver)->is_ready || !strncmp(selector, "init", 4);
}

__attribute__((used, visibility("hidden"))) void *find_method(const object *receiver, const char *selector) {
  char name[128];
  if (!is_selector(selector)) {
    fault("objc_msgSend was given no selector");
    return answer_nothing;
  }
  if (!is_alive(receiver)) {
    fault("%s was sent to %s", selector, receiver ? "no living object" : "nil");
    return answer_nothing;
  }
  bool is_class = receiver->is == KIND_CLASS;
  snprintf(name, sizeof name, "%c[%s %s]", is_class ? '+' : '-', class_of(receiver)->name, selector);
  if (called(&planned, name, "#%d", id_of(receiver))) return answer_planned;
  const method *found = method_of(receiver, selector);
  if (!found) fault("%s: unrecognized selector", name);
  else if (!may_take(receiver, selector)) fault("%s was sent before init", name);
  else if ((long)gettid() != (long)getpid()) fault("%s was sent beside the main thread", name);
  else return found->function;
  return answer_nothing;
}

/* The types of a method, to be held against those that a binding declares. */
API const char *double_method_types(const object *receiver, const char *selector) {
  const method *found = is_alive(receiver) && is_selector(selector) ? method_of(receiver, selector) : NULL;
  return found ? found->types : "";
}

API void double_fault(const char *what) { fault("%s", what); }

void *new_instance(class *of) {
  instance *made = create(KIND_INSTANCE, of->size, of->destroy);
  made->isa = of;
  return made;
}

void *expect_instance(const void *any, const class *of, const char *selector) {
  instance *given = expect(any, KIND_INSTANCE, selector);
  if (!given) return NULL;
  for (const class *is = given->isa; is; is = is->super) {
    if (is == of) return given;
  }
  fault("%s was given a %s and not a %s", selector, given->isa->name, of->name);
  return NULL;
}
