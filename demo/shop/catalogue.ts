/** What the shop sells, and what was ordered. Lives in memory: a restart brings the first prices back. */

export interface Product {
  readonly id: number;
  readonly name: string;
  /** Decimal text with two places, such as `12.50`, in euro. */
  readonly price: string;
  readonly stock: number;
}

export interface Order {
  readonly id: number;
  readonly customer: string;
  readonly product: number;
  readonly pieces: number;
  readonly state: "paid" | "packed" | "sent";
}

const firstProducts: readonly Product[] = [
  { id: 1, name: "Blue mug", price: "8.50", stock: 40 },
  { id: 2, name: "Oak tray", price: "24.00", stock: 12 },
  { id: 3, name: "Linen towel", price: "11.90", stock: 65 },
  { id: 4, name: "Desk lamp", price: "49.00", stock: 8 },
  { id: 5, name: "Paper lantern", price: "6.20", stock: 120 },
  { id: 6, name: "Wool blanket", price: "79.00", stock: 5 },
  { id: 7, name: "Tea kettle", price: "34.50", stock: 18 },
  { id: 8, name: "Bread knife", price: "27.80", stock: 22 },
  { id: 9, name: "Glass jar", price: "4.90", stock: 210 },
  { id: 10, name: "Cork board", price: "15.00", stock: 31 },
  { id: 11, name: "Wall clock", price: "38.00", stock: 9 },
  { id: 12, name: "Door mat", price: "19.50", stock: 27 },
];

export const orders: readonly Order[] = [
  { id: 1041, customer: "M. Okafor", product: 7, pieces: 1, state: "paid" },
  { id: 1042, customer: "L. Haddad", product: 1, pieces: 6, state: "packed" },
  { id: 1043, customer: "S. Lindqvist", product: 4, pieces: 2, state: "sent" },
  { id: 1044, customer: "T. Nakamura", product: 9, pieces: 24, state: "paid" },
  { id: 1045, customer: "A. Moreau", product: 6, pieces: 1, state: "sent" },
  { id: 1046, customer: "J. Kowalska", product: 12, pieces: 3, state: "packed" },
];

/** Decimal text with two places, or null when the text is no price from 0 to 99999.99. */
export function parsePrice(text: string): string | null {
  return /^\d{1,5}(\.\d{1,2})?$/.test(text) ? Number(text).toFixed(2) : null;
}

/** Whole number of pieces from 0 to 99999, or null when the text is none. */
export function parseStock(text: string): number | null {
  return /^\d{1,5}$/.test(text) ? Number(text) : null;
}

export interface Catalogue {
  list(): readonly Product[];
  find(id: number): Product | null;
  change(id: number, fields: Partial<Pick<Product, "price" | "stock">>): void;
}

export function createCatalogue(): Catalogue {
  const products = new Map(firstProducts.map((product) => [product.id, product]));
  return {
    list: () => [...products.values()],
    find: (id) => products.get(id) ?? null,
    change(id, fields) {
      const product = products.get(id);
      if (product) products.set(id, { ...product, ...fields });
    },
  };
}
